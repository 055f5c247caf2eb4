import { type SubmitEvent, useState } from 'react'
import { Form, Outlet, useLocation, useNavigate } from 'react-router'
import type { PageHandle } from '#shared/page-handle.ts'
import { servicesContext } from '#shared/services.ts'
import { type ActionOutcome, ActionResult } from '#ui/action-result.tsx'
import { Button } from '#ui/button.tsx'
import { AdminShell } from '#ui/admin/admin-shell.tsx'
import { confirmLeaving } from '#ui/admin/use-before-leaving.ts'
import { savedEmail } from '../sign-in/saved-email.ts'
import { requireOwner } from './require-owner.ts'
import { ownerSessionContext } from './owner-context.ts'
import { countActionItems, OwnerTabs } from './owner-tabs.tsx'
import type { Route } from './+types/admin-frame.ts'

export const handle: PageHandle = { area: 'owner' }

export const middleware: Route.MiddlewareFunction[] = [requireOwner]

export async function loader({ context }: Route.LoaderArgs) {
  return { email: context.get(ownerSessionContext).email, counts: await countActionItems(context.get(servicesContext)) }
}

const signOutFailure: ActionOutcome = {
  kind: 'refused',
  message: 'You are still signed in because the site did not respond. Try again.',
}

/** Frame of every page of the owner's admin. */
export default function AdminFrame({ loaderData: { email, counts } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { key } = useLocation()
  // The message belongs to one page and disappears when the owner opens another one.
  const [failedOn, setFailedOn] = useState<string>()

  async function signOut(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setFailedOn(undefined)
    const stay = confirmLeaving()
    if (!stay) return
    const response = await fetch('/api/owner/sessions/current', { method: 'DELETE' }).catch(() => undefined)
    // 401: the session had already ended.
    if (!response?.ok && response?.status !== 401) {
      stay()
      return setFailedOn(key)
    }
    savedEmail.forget()
    return navigate('/admin')
  }

  return (
    <AdminShell
      name={email}
      signOut={
        // Without script, this is a plain post to the sign-in page.
        <Form method="post" action="/admin" onSubmit={(event) => void signOut(event)}>
          <Button type="submit" name="act" value="leave">
            Logout
          </Button>
        </Form>
      }
      tabs={<OwnerTabs counts={counts} />}
    >
      {failedOn === key ? <ActionResult outcome={signOutFailure} /> : null}
      <Outlet />
    </AdminShell>
  )
}
