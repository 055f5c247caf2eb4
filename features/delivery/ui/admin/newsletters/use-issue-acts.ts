import { useRef, useState } from 'react'
import { callAdminApi, adminErrorMessage } from '#ui/admin/call-admin-api.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'

/** What can be done with an issue from the list. */
export type IssueAct = 'send' | 'undo' | 'pause' | 'resume' | 'cancel' | 'settle'

/**
 * Does one thing with an issue and tells what came of it; a second press while the first is on its way does nothing.
 */
export function useIssueActs(onDone: () => void) {
  const { notify } = useAdmin()
  const [busy, setBusy] = useState('')
  const isBusy = useRef(false)

  /** @param told What to say; left out, what was answered. */
  async function act(id: string, verb: IssueAct, body: object = {}, told?: string): Promise<boolean> {
    if (isBusy.current) return false
    isBusy.current = true
    setBusy(id)
    notify('')
    try {
      const reply = await callAdminApi<{ message?: string }>(`newsletters/${id}/${verb}`, { method: 'POST', body })
      notify(told ?? reply.message ?? 'Done.')
      return true
    } catch (error) {
      notify(adminErrorMessage(error) ?? '', 'refused')
      return false
    } finally {
      isBusy.current = false
      setBusy('')
      // Also after a refusal: what the list shows was not so any more.
      onDone()
    }
  }
  return { act, busy }
}
