import { Outlet } from 'react-router'
import type { PageHandle } from '#shared/page-handle.ts'
import { servicesContext } from '#shared/services.ts'
import { TabsNav } from '#ui/tabs-nav.tsx'
import { guardDesk } from './desk-guard.ts'
import { DeskHeader } from './desk-header.tsx'
import { ownerSessionContext } from './owner-context.ts'
import { deskTabs } from './desk-tabs.ts'
import type { Route } from './+types/desk-frame.ts'

export const handle: PageHandle = { area: 'owner' }

export const middleware: Route.MiddlewareFunction[] = [guardDesk]

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
