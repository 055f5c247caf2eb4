import { Play } from 'lucide-react'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/button.tsx'
import type { Listening } from './listening/listening.ts'
import { useHeard } from './listening/use-listening.ts'

/** Stands over the page, and in nobody's way, when the browser does not let the next chapter begin by itself. */
export function ReadyAlert({ listening }: { listening: Listening }) {
  const ready = useHeard(listening, (view) => view.readyChapter)
  return (
    <div
      className={classNames(
        'fixed inset-x-4 bottom-[calc(var(--bar-height)+1rem)] z-30 mx-auto flex max-w-xl flex-wrap items-center justify-between gap-x-6 gap-y-3 border border-live bg-plate-raised p-4',
        ready === undefined && 'hidden',
      )}
    >
      <p role="alert">{ready === undefined ? null : `Chapter ${ready + 1} is ready. Click play to continue.`}</p>
      <Button variant="primary" onClick={listening.player.play}>
        <Play size={16} strokeWidth={1.5} aria-hidden="true" />
        Play
      </Button>
    </div>
  )
}
