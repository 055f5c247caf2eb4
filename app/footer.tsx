import { Link, useRouteLoaderData } from 'react-router'
import type { NavPlace } from '#shared/page-handle.ts'
import type { FrameData } from '#shared/site.ts'
import { Dialog, DialogClose, DialogTrigger } from '#ui/dialog.tsx'
import { KeyboardDialog } from './keyboard-dialog.tsx'
import { Wordmark } from './wordmark.tsx'

/** The run-out groove: quick links, the two ways to get in touch, the year. */
export function Footer() {
  const site = useRouteLoaderData<FrameData>('root')
  const linksIn = (place: NavPlace) => site?.links.filter((link) => link.in.includes(place)) ?? []
  return (
    <footer className="border-t border-groove bg-plate-raised" data-print="hide">
      <div className="wrap grid gap-12 py-16 lg:grid-cols-12">
        <div className="flex flex-col gap-4 lg:col-span-5">
          <Wordmark />
          <p className="measure text-dust">
            An ecosystem of music, machines and the people who play them. The artists here are made with AI, and every one of them says so.
          </p>
        </div>
        <nav aria-labelledby="footer-links" className="flex flex-col gap-4 lg:col-span-4">
          <h2 id="footer-links" className="label text-dust">
            Quick Links
          </h2>
          <ul className="grid grid-cols-2 gap-x-6">
            {linksIn('footer').map((entry) => (
              <li key={entry.to}>
                <Link
                  to={entry.to}
                  prefetch="intent"
                  viewTransition
                  className="inline-flex min-h-11 items-center text-sand hover:text-live"
                >
                  {entry.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex flex-col items-start gap-3 lg:col-span-3">
          <h2 className="label text-dust">Get in touch</h2>
          <DialogTrigger for="contact-soon">Contact</DialogTrigger>
          <DialogTrigger for="show-soon">Book Virtual Show</DialogTrigger>
          <DialogTrigger for="keyboard" variant="bare">
            Keyboard
          </DialogTrigger>
        </div>
        <div className="flex flex-col justify-between gap-x-10 gap-y-4 border-t border-groove pt-6 lg:col-span-12 lg:flex-row-reverse lg:items-center">
          <nav aria-label="Legal">
            <ul className="flex flex-wrap gap-x-6">
              {linksIn('legal').map((entry) => (
                <li key={entry.to}>
                  <Link
                    to={entry.to}
                    prefetch="intent"
                    className="inline-flex min-h-11 min-w-11 items-center text-small text-sand hover:text-live"
                  >
                    {entry.label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <p className="label text-dust">© 2025 Swade. Forty years of it, and counting.</p>
        </div>
      </div>
      <KeyboardDialog id="keyboard" />
      <ComingSoon id="contact-soon" title="Contact form coming soon" email={site?.supportEmail}>
        A proper contact form is on its way.
      </ComingSoon>
      <ComingSoon id="show-soon" title="Virtual shows coming soon" email={site?.supportEmail}>
        Booking an artist for a virtual show will open here.
      </ComingSoon>
    </footer>
  )
}

function ComingSoon({ id, title, email, children }: { id: string; title: string; email: string | undefined; children: string }) {
  return (
    <Dialog
      id={id}
      kicker="Coming soon"
      title={title}
      actions={
        <DialogClose for={id} variant="primary">
          Got It
        </DialogClose>
      }
    >
      <p className="text-dust">
        {children}
        {email ? (
          <>
            {' '}
            Until then, write to{' '}
            <a href={`mailto:${email}`} className="text-sand underline underline-offset-4 hover:text-live">
              {email}
            </a>
            .
          </>
        ) : null}
      </p>
    </Dialog>
  )
}
