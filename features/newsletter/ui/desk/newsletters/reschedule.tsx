import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { IssueLine } from '#features/newsletter/desk.ts'
import { AskToSend } from './ask-to-send.tsx'

/** Lets go what was held before it began: at its own time where that lies ahead, else at once, and then it asks first. */
export function Reschedule({ issue, resume }: { issue: IssueLine; resume(): Promise<boolean> }) {
  const [now] = useState(() => Date.now())
  if (issue.due_at && Date.parse(issue.due_at) > now)
    return (
      <Button aria-label={`Resume: ${issue.title}`} onClick={() => void resume()} className="px-4 py-2">
        Resume
      </Button>
    )
  return <AskToSend name="Resume" issue={issue} why="Its time is over, so it goes at once." send={resume} />
}
