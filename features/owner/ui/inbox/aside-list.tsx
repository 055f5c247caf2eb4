import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { Inbox } from '#features/owner/contract.ts'

/** What was put aside and comes back by itself. */
export function AsideList({ aside }: { aside: Inbox['aside'] }) {
  if (aside.length === 0) return null
  return (
    <details className="border-t border-groove pt-2">
      <summary className="label flex min-h-11 cursor-pointer items-center text-dust hover:text-sand">{aside.length} put aside</summary>
      <ul className="flex flex-col">
        {aside.map(({ key, title, until }) => (
          <li key={key} className="flex flex-wrap items-center justify-between gap-4 border-t border-groove py-3">
            <p className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
              {title}{' '}
              <span className="figures text-[0.75rem] text-dust">
                until <time dateTime={until}>{formatTimestamp(until)}</time>
              </span>
            </p>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="key" value={key} />
              <input type="hidden" name="title" value={title} />
              <Button type="submit" name="act" value="back">
                Bring back
                <span className="sr-only">: {title}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </details>
  )
}
