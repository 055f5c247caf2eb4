import type { Progress } from '#features/newsletter/desk.ts'
import { counted, doneOf, spanInWords } from './list-words.ts'

/** How far a send is: a bar, how fast it goes and how long it takes. */
export function SendProgress({ progress, isMoving, label }: { progress: Progress; isMoving: boolean; label: string }) {
  const done = doneOf(progress)
  const share = progress.planned > 0 ? done / progress.planned : 1
  const pace = isMoving
    ? [
        `${progress.per_second >= 10 ? Math.round(progress.per_second) : progress.per_second.toFixed(1)} a second`,
        progress.seconds_left === null ? '' : `${spanInWords(progress.seconds_left)} left`,
      ].filter(Boolean)
    : []
  const words = [`${counted(done)} of ${counted(progress.planned)}`, ...pace].join(', ')
  return (
    <div className="flex w-full max-w-80 min-w-40 flex-col gap-1.5">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={progress.planned}
        aria-valuenow={done}
        aria-valuetext={words}
        className="h-1.5 w-full overflow-hidden bg-groove"
      >
        <div className="h-full origin-left bg-sand transition-transform" style={{ transform: `scaleX(${share})` }} />
      </div>
      <p aria-hidden="true" className="figures text-[0.8125rem] text-dust">
        {words}
      </p>
    </div>
  )
}
