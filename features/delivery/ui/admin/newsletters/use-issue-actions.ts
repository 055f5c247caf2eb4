import { useRef, useState } from 'react'
import { callAdminApi, adminErrorMessage } from '#ui/admin/call-admin-api.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'

/** Actions on an issue. */
type IssueAction = 'send' | 'undo' | 'pause' | 'resume' | 'cancel' | 'settle'

/** Runs one action on an issue and reports its result; further presses are ignored until it has ended. */
export function useIssueActions(onDone: () => void) {
  const { notify } = useAdmin()
  const [busy, setBusy] = useState('')
  const isBusy = useRef(false)

  /** @param successMessage Message to show; absent: the server's message. */
  async function run(id: string, verb: IssueAction, body: object = {}, successMessage?: string): Promise<boolean> {
    if (isBusy.current) return false
    isBusy.current = true
    setBusy(id)
    notify('')
    try {
      const reply = await callAdminApi<{ message?: string }>(`newsletters/${id}/${verb}`, { method: 'POST', body })
      notify(successMessage ?? reply.message ?? 'Done.')
      return true
    } catch (error) {
      notify(adminErrorMessage(error) ?? '', 'refused')
      return false
    } finally {
      isBusy.current = false
      setBusy('')
      // Called after an error too, because the list was out of date.
      onDone()
    }
  }
  return { run, busy }
}
