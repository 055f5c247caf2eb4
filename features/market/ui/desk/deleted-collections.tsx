import { Form } from 'react-router'
import { buttonClass } from '#ui/button.tsx'

/** Collections that were deleted: nothing is ever lost, each can be brought back. */
export function DeletedCollections({ deleted }: { deleted: { slug: string; name: string; revision: number }[] }) {
  if (deleted.length === 0) return null
  return (
    <details className="border-t border-groove pt-4">
      <summary className="label inline-flex min-h-11 cursor-pointer items-center text-dust hover:text-sand">
        Deleted ({deleted.length})
      </summary>
      <ul className="flex flex-col">
        {deleted.map(({ slug, name, revision }) => (
          <li key={slug} className="flex flex-wrap items-center justify-between gap-3 border-b border-groove py-2">
            <span className="min-w-0 [overflow-wrap:anywhere] text-dust">{name}</span>
            <Form method="post" action="/admin/collections" preventScrollReset>
              <input type="hidden" name="collection" value={slug} />
              <input type="hidden" name="revision" value={revision} />
              <button type="submit" name="act" value="undo" className={buttonClass('quiet')}>
                Bring back<span className="sr-only"> {name}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </details>
  )
}
