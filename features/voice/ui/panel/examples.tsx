import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#ui/button.tsx'
import type { Conversation } from '../call/conversation.ts'
import type { Problem } from '../call/post.ts'
import { useProblemText } from './problem-text.ts'

/** Questions that a button press sends, for visitors who need an idea. */
export function Examples({
  name,
  isWaiting,
  onSend,
}: {
  name: string
  isWaiting: boolean
  onSend: Conversation['send']
}) {
  const t = useTranslations('voice.panel')
  const textOf = useProblemText()
  const [problem, setProblem] = useState<Problem>()
  const questions = [t('exampleArtist', { name }), t('exampleBooks'), t('exampleRadio')]
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-dust">{t('examples')}</p>
      {questions.map((question) => (
        <Button
          key={question}
          className="!text-small !tracking-normal text-left normal-case"
          aria-disabled={isWaiting}
          onClick={async (event) => {
            if (isWaiting) return
            // The buttons disappear with the answer, so focus moves to the conversation.
            event.currentTarget.closest<HTMLElement>('[role=log]')?.focus()
            setProblem(undefined)
            setProblem(await onSend(question))
          }}
        >
          {question}
        </Button>
      ))}
      <p role="alert" className="text-small text-loss">
        {problem ? textOf(problem) : null}
      </p>
    </div>
  )
}
