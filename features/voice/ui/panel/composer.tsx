import { SendHorizontal } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { countCharacters } from '#shared/cut-text.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { maxMessageLength } from '#features/voice/constants.ts'
import type { Conversation, ConversationView } from '../call/conversation.ts'

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
  const [error, setError] = useState<string>()
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
    setError(undefined)
    const problem = await conversation.send(words)
    setError(problem)
    if (!problem) setText('')
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex items-end gap-3 border-t border-groove p-5 md:px-6">
      <Field
        ref={field}
        label={`Message to ${name}`}
        error={
          isTooLong
            ? `Messages can have up to ${maxMessageLength} characters. This one has ${countCharacters(words)}.`
            : error
        }
        className="flex-1"
        value={text}
        autoComplete="off"
        enterKeyHint="send"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {/* Announced once, not on every keystroke. */}
      <span role="status" className="sr-only">
        {isTooLong ? `Messages can have up to ${maxMessageLength} characters. This one is too long.` : error}
      </span>
      <span id={reasonId} className="sr-only">
        {view.isWaiting
          ? 'Wait for the answer before you send another message.'
          : isTooLong
            ? 'Shorten the message to send it.'
            : words
              ? ''
              : 'Type a message to send it.'}
      </span>
      <Button
        type="submit"
        variant="primary"
        aria-label="Send"
        aria-describedby={reasonId}
        aria-disabled={view.isWaiting || !words || isTooLong}
        className="size-12 shrink-0 !p-0"
      >
        <SendHorizontal size={18} strokeWidth={1.5} aria-hidden="true" />
      </Button>
    </form>
  )
}
