import { Button } from '#ui/button.tsx'
import { useSending } from '#ui/use-sending.ts'
import { waitingForUpload } from '#ui/admin/use-pending-uploads.ts'
import type { EditorResponse } from './entry-actions.ts'

type Props = {
  savedMessage: string | undefined
  response: EditorResponse | undefined
  isChanged: boolean
  isWaiting: boolean
  isReplacing: boolean
}

/**
 * Buttons of an entry's form with the result of the last one. The bar stays visible while the form scrolls.
 *
 * @param isWaiting True if a button was pressed during an upload.
 * @param isReplacing True while another button of the page replaces the values of the form.
 */
export function EntryBar({ savedMessage, response, isChanged, isWaiting, isReplacing }: Props) {
  const { isSending } = useSending()
  return (
    <div
      data-print="hide"
      className="sticky bottom-14 z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-groove bg-plate px-4 py-3 md:bottom-16"
    >
      <Button type="submit" name="act" value="publish" variant="primary" aria-disabled={isSending}>
        Publish
      </Button>
      <Button type="submit" name="act" value="draft" aria-disabled={isSending}>
        Save draft
      </Button>
      <p role="status" className="min-w-0 flex-1 basis-48 text-small empty:sr-only">
        {isWaiting
          ? waitingForUpload
          : isReplacing
            ? 'Updating…'
            : isSending
              ? 'Saving…'
              : isChanged
                ? 'Unsaved changes'
                : (failureOf(response) ?? savedMessage)}
      </p>
    </div>
  )
}

function failureOf(response: EditorResponse | undefined): string | undefined {
  if (response?.refusal) return 'Not saved. See the message at the top of the form.'
  // A field may have several problems. Problems of the whole entry are shown at the top only.
  const count = new Set(response?.problems.map(({ path }) => path).filter(Boolean)).size
  if (count > 0)
    return count === 1 ? 'Not published: 1 field needs attention.' : `Not published: ${count} fields need attention.`
  if (response?.problems.length) return 'Not published. See the message at the top of the form.'
  return response ? 'Unsaved changes' : undefined
}
