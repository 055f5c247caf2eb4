import { ChevronRight } from 'lucide-react'
import { data } from 'react-router'
import type { PageHandle } from '#shared/page-handle.ts'
import { servicesContext } from '#shared/services.ts'
import { EmptyState } from '#ui/notice.tsx'
import { type PageMatches, pageTitle } from '#ui/page-meta.ts'
import { Tag } from '#ui/tag.tsx'
import type { Route } from './+types/outbox-page.ts'

export const handle: PageHandle = { area: 'dev' }

export const meta = ({ matches }: { matches: PageMatches }) => [
  { title: pageTitle(matches, 'Local outbox') },
  { name: 'robots', content: 'noindex' },
]

export async function loader({ context }: Route.LoaderArgs) {
  const { outbox } = context.get(servicesContext)
  if (!outbox) throw data(null, { status: 404 })
  return { mails: await outbox.list(), isLocal: outbox.isLocal }
}

/** Shows emails as their recipients would see them, for installations without a mail server. */
export default function OutboxPage({ loaderData: { mails, isLocal } }: Route.ComponentProps) {
  return (
    <main id="content" tabIndex={-1} className="wrap flex flex-col gap-10 pt-32 pb-24">
      <header className="flex flex-col gap-4">
        <p className="label text-dust">This machine only, not in production</p>
        <h1 className="heading">Local outbox</h1>
        <p className="measure text-dust">
          {isLocal
            ? 'The newest emails of this installation, up to 100. Select one to read it. All sent emails are saved in the outbox folder of DATA_DIR. Newsletter issues are saved only there and are not listed here.'
            : 'The newest emails of this installation, up to 100, except newsletter issues. Select one to read it. Texts are removed once the mail server has accepted the email.'}
        </p>
      </header>
      {mails.length === 0 ? (
        <EmptyState title="No emails yet">Sign up for the newsletter to see an email here.</EmptyState>
      ) : (
        <ul className="flex flex-col gap-6">
          {mails.map((mail) => (
            <li key={mail.id} className="border border-groove bg-plate-raised">
              <details className="group">
                <summary className="flex min-h-14 cursor-pointer flex-wrap items-center gap-x-6 gap-y-2 p-5">
                  <span className="flex min-w-0 items-center gap-x-4">
                    <ChevronRight
                      size={20}
                      strokeWidth={1.5}
                      aria-hidden="true"
                      className="shrink-0 text-dust transition-transform group-open:rotate-90"
                    />
                    <span className="title min-w-0">{mail.subject}</span>
                  </span>
                  <span className="text-dust">{mail.to}</span>
                  <Tag>{mail.state}</Tag>
                  <time className="label ml-auto text-dust" dateTime={mail.createdAt}>
                    {mail.createdAt.replace('T', ' ').slice(0, 19)} UTC
                  </time>
                </summary>
                <div className="grid gap-6 border-t border-groove p-5 lg:grid-cols-2">
                  {/* The sandboxed frame runs no script; links open in a new window. */}
                  <iframe
                    title={`${mail.subject}, as HTML`}
                    srcDoc={mail.html}
                    sandbox="allow-popups"
                    className="h-160 w-full border border-groove"
                    loading="lazy"
                  />
                  <div className="flex min-w-0 flex-col gap-4">
                    <pre className="max-h-160 overflow-auto border border-groove p-4 text-small whitespace-pre-wrap">
                      {mail.text}
                    </pre>
                    {mail.unsubscribeUrl ? (
                      <p className="label break-all text-dust normal-case">
                        List-Unsubscribe: {mail.unsubscribeUrl}
                        <br />
                        List-Unsubscribe-Post: List-Unsubscribe=One-Click
                      </p>
                    ) : null}
                  </div>
                </div>
              </details>
            </li>
          ))}
        </ul>
      )}
    </main>
  )
}
