import { Form, Outlet } from 'react-router'
import type { PageHandle } from '#shared/page-handle.ts'
import { servicesContext } from '#shared/services.ts'
import { Button } from '#ui/button.tsx'
import { AdminShell } from '#ui/admin/admin-shell.tsx'
import { keptEmail } from '../sign-in/saved-email.ts'
import { guardDesk } from './require-owner.ts'
import { ownerSessionContext } from './owner-context.ts'
import { countWaiting, OwnerTabs } from './owner-tabs.tsx'
import type { Route } from './+types/admin-frame.ts'

export const handle: PageHandle = { area: 'owner' }

export const middleware: Route.MiddlewareFunction[] = [guardDesk]

export async function loader({ context }: Route.LoaderArgs) {
  return { email: context.get(ownerSessionContext).email, waiting: await countWaiting(context.get(servicesContext)) }
}

/** The frame of every page of the desk; pages put their sections into it. */
export default function DeskFrame({ loaderData: { email, waiting } }: Route.ComponentProps) {
  const signOut = (
    <Form method="post" action="/admin" onSubmit={() => keptEmail.forget()}>
      <Button type="submit" name="act" value="leave">
        Logout
      </Button>
    </Form>
  )
  return (
    <AdminShell name={email} signOut={signOut} tabs={<OwnerTabs waiting={waiting} />}>
      <Outlet />
    </AdminShell>
  )
}
