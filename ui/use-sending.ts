import type { SyntheticEvent } from 'react'
import { useNavigation } from 'react-router'

/**
 * Returns whether a form of the page is being sent or its result is being loaded, and a handler that refuses another
 * submit meanwhile, which would act on data that is about to change. Searches change nothing and do not count.
 *
 * @returns `isSending` is for `aria-disabled`, which keeps the focus; `refuse` returns whether it prevented the submit.
 */
export function useSending(): { isSending: boolean; refuse(event: SyntheticEvent): boolean } {
  const { formData, formMethod } = useNavigation()
  const isSending = formData !== undefined && formMethod !== 'GET'
  return {
    isSending,
    refuse(event) {
      if (isSending) event.preventDefault()
      return isSending
    },
  }
}
