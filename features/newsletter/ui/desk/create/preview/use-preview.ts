import { useEffect, useState } from 'react'
import type { IssuePreview } from '#features/newsletter/desk.ts'
import { callDesk, deskRefusal } from '../../call-desk.ts'
import { type Draft, inputOf } from '../draft.ts'

const pauseMs = 500

/** The mail a draft becomes, written by the server a moment after the last key. */
export function usePreview(draft: Draft): { preview: IssuePreview | undefined; isLate: boolean; error: string } {
  const title = draft.title.trim() || 'Untitled'
  const asked = JSON.stringify(inputOf({ ...draft, title }, 1))
  const [answer, setAnswer] = useState<{ asked: string; preview: IssuePreview | undefined; error: string }>()
  const isFirst = answer === undefined
  useEffect(() => {
    const stop = new AbortController()
    const later = setTimeout(
      () => {
        callDesk<IssuePreview>('newsletters/preview', { method: 'POST', body: JSON.parse(asked), signal: stop.signal }).then(
          (preview) => setAnswer({ asked, preview, error: '' }),
          (error: unknown) => {
            const refusal = deskRefusal(error)
            if (refusal) setAnswer((before) => ({ asked, preview: before?.preview, error: refusal }))
          },
        )
      },
      isFirst ? 0 : pauseMs,
    )
    return () => {
      clearTimeout(later)
      stop.abort()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the first answer asks for no second
  }, [asked])
  return { preview: answer?.preview, isLate: answer?.asked !== asked, error: answer?.error ?? '' }
}
