import type { SubscriberDetail } from '#features/newsletter/desk.ts'
import { Timestamp } from '#ui/timestamp.tsx'

/** What happened, the newest first. */
export function Timeline({ moments }: { moments: SubscriberDetail['timeline'] }) {
  if (moments.length === 0) return <p className="text-dust">Nothing yet.</p>
  return (
    <ol className="flex flex-col border-l border-groove">
      {moments.map(({ at, what, detail }, index) => (
        <li
          // Two things may happen in one millisecond.
          key={`${at} ${what} ${index}`}
          className="relative flex flex-col gap-1 py-3 pl-6 before:absolute before:top-5 before:-left-[3px] before:size-[5px] before:bg-dust"
        >
          <span className="text-small text-dust">
            <Timestamp at={at} />
          </span>
          <span className="[overflow-wrap:anywhere]">{what}</span>
          {detail ? <span className="text-small text-dust [overflow-wrap:anywhere]">{detail}</span> : null}
        </li>
      ))}
    </ol>
  )
}
