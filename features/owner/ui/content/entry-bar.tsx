import { useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import type { EditorResponse } from './entry-actions.ts'

type Props = { told: string | undefined; answer: EditorResponse | undefined; isChanged: boolean }

/**
 * The buttons of an entry's form, and what came of them. It stays in sight while the form scrolls, so it is told here.
 */
export function EntryBar({ told, answer, isChanged }: Props) {
  const isBusy = useNavigation().formData !== undefined
  return (
    <div
      data-print="hide"
      className="sticky bottom-14 z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-groove bg-plate px-4 py-3 md:bottom-16"
    >
      <Button type="submit" name="act" value="publish" variant="primary">
        Publish
      </Button>
      <Button type="submit" name="act" value="draft">
        Save draft
      </Button>
      <p role="status" className="min-w-0 flex-1 basis-48 text-small empty:sr-only">
        {isBusy ? 'Saving…' : isChanged ? 'Unsaved changes' : (refusalIn(answer) ?? told)}
      </p>
    </div>
  )
}

function refusalIn(answer: EditorResponse | undefined): string | undefined {
  if (answer?.refusal) return 'Not saved. See the message at the top of the form.'
  // One field may have several problems; one of the whole entry stands at the top alone.
  const count = new Set(answer?.problems.map(({ path }) => path).filter(Boolean)).size
  if (count > 0)
    return count === 1 ? 'Not published: 1 field needs attention.' : `Not published: ${count} fields need attention.`
  if (answer?.problems.length) return 'Not published. See the message at the top of the form.'
  return answer ? 'Unsaved changes' : undefined
}
