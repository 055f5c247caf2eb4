import type { SyntheticEvent } from 'react'
import { useNavigation } from 'react-router'

/**
 * Tells a form of the page whether one of them is being sent, or its result is being loaded. Another press in between
 * would act on data that is about to change, and conflict with the first one.
 *
 * @returns `isSending` for `aria-disabled`, which keeps the focus; `refuse` prevents a submit meanwhile and returns
 *   whether it did.
 */
export function useSending(): { isSending: boolean; refuse(event: SyntheticEvent): boolean } {
  const isSending = useNavigation().formData !== undefined
  return {
    isSending,
    refuse(event) {
      if (isSending) event.preventDefault()
      return isSending
    },
  }
}
