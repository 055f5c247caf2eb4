import { SendHorizontal } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { countCharacters } from '#shared/cut-text.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { maxMessageLength } from '#features/voice/constants.ts'
import type { Conversation } from '../call/conversation.ts'
import type { ConversationView } from '../call/conversation-view.ts'
import type { Problem } from '../call/post.ts'
import { useProblemText } from './problem-text.ts'

/**
 * Message form: sends to the agent during a call, otherwise to the built-in persona. A message that failed stays in the
 * field.
 */
export function Composer({
  name,
  view,
  conversation,
}: {
  name: string
  view: ConversationView
  conversation: Conversation
}) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const t = useTranslations('voice.panel')
  const textOf = useProblemText()
  const error = problem && textOf(problem)
  const field = useRef<HTMLInputElement>(null)
  const words = text.trim()
  const reasonId = useId()
  const isTooLong = countCharacters(words) > maxMessageLength
  // Choosing to type focuses the field; starting a call does not.
  const isTyping = view.phase === 'typing'
  useEffect(() => {
    if (isTyping) field.current?.focus()
  }, [isTyping])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!words || isTooLong || view.isWaiting) return
    setProblem(undefined)
    const reason = await conversation.send(words)
    setProblem(reason)
    if (!reason) setText('')
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex items-end gap-3 border-t border-groove p-5 md:px-6">
      <Field
        ref={field}
        label={t('message', { name })}
        error={isTooLong ? t('tooLong', { max: maxMessageLength, count: countCharacters(words) }) : error}
        className="flex-1"
        value={text}
        autoComplete="off"
        enterKeyHint="send"
        onChange={(event) => {
          // Typing interrupts the persona.
          conversation.hush()
          setText(event.currentTarget.value)
        }}
      />
      {/* Announced once instead of on every keystroke. */}
      <span role="status" className="sr-only">
        {isTooLong ? t('tooLongStatus', { max: maxMessageLength }) : error}
      </span>
      <span id={reasonId} className="sr-only">
        {view.isWaiting ? t('waitToSend') : isTooLong ? t('shortenToSend') : words ? '' : t('typeToSend')}
      </span>
      <Button
        type="submit"
        variant="primary"
        aria-label={t('send')}
        aria-describedby={reasonId}
        aria-disabled={view.isWaiting || !words || isTooLong}
        className="size-12 shrink-0 !p-0"
      >
        <SendHorizontal size={18} />
      </Button>
    </form>
  )
}
