import { useRef, useState } from 'react'
import { callDesk, deskRefusal } from '#ui/desk/call-desk.ts'
import { useDesk } from '#ui/desk/desk-context.ts'

/** Actions on an issue. */
export type IssueAction = 'send' | 'undo' | 'pause' | 'resume' | 'cancel' | 'settle'

/** Runs one action on an issue and reports its result; further presses are ignored until it has ended. */
export function useIssueActions(onDone: () => void) {
  const { tell } = useDesk()
  const [busy, setBusy] = useState('')
  const isBusy = useRef(false)

  /** @param told Message to show; absent: the server's message. */
  async function act(id: string, verb: IssueAction, body: object = {}, told?: string): Promise<boolean> {
    if (isBusy.current) return false
    isBusy.current = true
    setBusy(id)
    tell('')
    try {
      const reply = await callDesk<{ message?: string }>(`newsletters/${id}/${verb}`, { method: 'POST', body })
      tell(told ?? reply.message ?? 'Done.')
      return true
    } catch (error) {
      tell(deskRefusal(error) ?? '', 'refused')
      return false
    } finally {
      isBusy.current = false
      setBusy('')
      // Also after an error, because the list was out of date.
      onDone()
    }
  }
  return { act, busy }
}
