import { Outlet, redirect } from 'react-router'
import { actorContext } from '#shared/actor.ts'
import { AppError } from '#shared/errors.ts'
import { servicesContext } from '#shared/services.ts'
import { TabsNav } from '#ui/tabs-nav.tsx'
import { gateFor } from '../gate/next-page.ts'
import { isOwnOrigin } from '../own-origin.ts'
import { DeskHeader } from './desk-header.tsx'
import { ownerSessionContext } from './owner-context.ts'
import { deskTabs } from './desk-tabs.ts'
import type { Route } from './+types/desk-frame.ts'

/** Stands before every loader and every action of the desk, of pages and of their data alike: nobody else looks, nobody else acts. */
const guard: Route.MiddlewareFunction = async ({ request, context }, next) => {
  const session = await context.get(servicesContext).owner.session(request.headers.get('cookie') ?? undefined)
  if (!session) throw redirect(gateFor(request), 303)
  if (request.method !== 'GET' && request.method !== 'HEAD' && !isOwnOrigin(request))
    throw new AppError('forbidden', 'This form did not come from a page of this site.')
  context.set(ownerSessionContext, session)
  context.set(actorContext, { email: session.email })
  return next()
}

export const middleware: Route.MiddlewareFunction[] = [guard]

export async function loader({ context }: Route.LoaderArgs) {
  const { needs } = await context.get(servicesContext).inbox.list()
  // A need is counted on the list and on the tab it is settled in; Settings only shows what is the matter.
  const countOf = (to: string) => {
    if (to === '/admin/inbox') return needs.length
    return to === '/admin/settings' ? 0 : needs.filter(({ href }) => href.startsWith(to)).length
  }
  const waiting: Record<string, number> = Object.fromEntries(deskTabs.map(({ to }) => [to, countOf(to)]))
  return { email: context.get(ownerSessionContext).email, waiting }
}

/** The frame of every page of the desk: it holds the `main` landmark and the margins, pages put their sections into it. */
export default function DeskFrame({ loaderData: { email, waiting } }: Route.ComponentProps) {
  return (
    <div className="wrap flex flex-col gap-6 pt-24 pb-24 print:py-0">
      <DeskHeader email={email} />
      <TabsNav label="The desk" tabs={deskTabs.map((tab) => ({ ...tab, count: waiting[tab.to] ?? 0 }))} />
      <main id="content" tabIndex={-1} className="flex min-h-96 min-w-0 flex-col gap-8 pt-2">
        <Outlet />
      </main>
    </div>
  )
}
