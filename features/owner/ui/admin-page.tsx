import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { servicesContext } from '#shared/services.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PageHero } from '#ui/page-hero.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import type { Route } from './+types/admin-page.ts'

export function loader({ context }: Route.LoaderArgs) {
  return { isProduction: context.get(servicesContext).site.isProduction }
}

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Admin Access') }, { name: 'robots', content: 'noindex' }]

/** Says how the site is run while the owner's desk is not open. Asks for nothing, since there is nothing behind a form yet. */
export default function AdminPage({ loaderData: { isProduction } }: Route.ComponentProps) {
  return (
    <main id="content" tabIndex={-1}>
      <PageHero
        figure="admin"
        kicker="Owner"
        title="Admin Access"
        lead="The owner's desk is not open on this installation yet. Until it is, the site is run from the machine it lives on."
      >
        <ButtonLink to="/" variant="primary">
          Back to Home
        </ButtonLink>
      </PageHero>
      <section aria-labelledby="how-heading" className="border-t border-groove py-16 md:py-24">
        <div className="wrap grid gap-x-8 gap-y-8 lg:grid-cols-12">
          <h2 id="how-heading" className="heading lg:col-span-4">
            How it is run today
          </h2>
          <dl className="divide-y divide-groove border-y border-groove lg:col-span-7 lg:col-start-6">
            <Way name="Words, prices, recordings">
              Edit the files in <Code>content/</Code> and start the site again. Each file is checked on the way in; a mistake is told with
              its file and its field.
            </Way>
            <Way name="Mail, database, addresses">
              Set the variables named in the <Code>README</Code> in the environment of the process. What cannot be used is named at the
              start, all of it at once.
            </Way>
            {isProduction ? null : (
              <Way name="While developing">
                Mail that would have been sent is in the <Inside to="/dev/outbox">outbox</Inside>. Every component in every state is in the{' '}
                <Inside to="/dev/ui">gallery</Inside>. Neither exists in production.
              </Way>
            )}
          </dl>
        </div>
      </section>
    </main>
  )
}

function Way({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2 py-6">
      <dt className="label text-dust">{name}</dt>
      <dd className="measure">{children}</dd>
    </div>
  )
}

function Code({ children }: { children: string }) {
  return <code className="figures text-small text-sand">{children}</code>
}

function Inside({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="underline underline-offset-4 hover:text-live">
      {children}
    </Link>
  )
}
