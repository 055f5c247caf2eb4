import { Check, Circle, Radio, X } from 'lucide-react'
import { classNames } from '#ui/class-names.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { Rung } from './status-words.ts'

const signs = { done: Check, now: Radio, ahead: Circle, ended: X }
const spoken = { done: 'done', now: 'now', ahead: 'still to come', ended: 'the end' }

/** The way onto the air, rung by rung. */
export function Ladder({ rungs }: { rungs: readonly Rung[] }) {
  return (
    <ol className="flex flex-col border-b border-groove">
      {rungs.map((rung) => {
        const Sign = signs[rung.is]
        return (
          <li
            key={rung.name}
            aria-current={rung.is === 'now' ? 'step' : undefined}
            className={classNames(
              'grid grid-cols-[2rem_1fr] gap-x-3 border-t border-groove py-4 sm:grid-cols-[2rem_9rem_1fr_auto]',
              rung.is === 'ahead' && 'text-dust',
            )}
          >
            <Sign
              size={20}
              strokeWidth={1.5}
              aria-hidden="true"
              className={classNames('mt-0.5', rung.is === 'now' && 'text-live', rung.is === 'ended' && 'text-loss')}
            />
            <span className="font-semibold">
              {rung.name}
              <span className="sr-only">, {spoken[rung.is]}</span>
            </span>
            <span className="text-small break-words max-sm:col-start-2">{rung.words}</span>
            {rung.at ? (
              <time dateTime={rung.at} className="label text-dust max-sm:col-start-2 max-sm:mt-1 sm:pt-1">
                {formatTimestamp(rung.at)}
              </time>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}
