import { formatTimestamp } from '#shared/timestamp.ts'
import type { CollectionChange } from '#features/market/contract.ts'

const words = { save: 'changed', remove: 'deleted', reset: 'put back as it came' }

/** Who changed a collection when, the newest first. */
export function CollectionHistory({ history }: { history: CollectionChange[] }) {
  if (history.length === 0) return null
  return (
    <details className="text-small text-dust">
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4 hover:text-sand">
        Changed {history.length === 1 ? 'once' : `${history.length === 10 ? 'at least ' : ''}${history.length} times`}
      </summary>
      <ol className="flex flex-col gap-1">
        {history.map(({ act, actor, at }) => (
          <li key={at}>
            <time dateTime={at} className="figures">
              {formatTimestamp(at, 'second')}
            </time>{' '}
            {words[act]} by {actor}
          </li>
        ))}
      </ol>
    </details>
  )
}
