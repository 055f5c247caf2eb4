import { Keyboard, LoaderCircle, Mic } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import type { VoiceKind } from '#features/voice/contract.ts'
import { talkLimits } from '#features/voice/terms.ts'
import type { Conversation, ConversationView } from '../call/conversation.ts'

type Props = {
  name: string
  kind: VoiceKind
  writer: string | undefined
  view: ConversationView
  conversation: Conversation
}

/** Before anything begins: who answers, what happens to what is said, and the press that consents to it. */
export function StartCard({ name, kind, writer, view, conversation }: Props) {
  const isBusy = view.phase !== 'card'
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto p-5 md:p-6">
      <p className="text-lead">
        {kind === 'agent'
          ? `You are about to talk to software. ${name} is an AI-generated artist, and so is this voice.`
          : `This is the built-in text persona of ${name}: software, not a person${writer ? '. A language model words its answers.' : ', and not a language model.'}`}
      </p>
      <ul className="flex flex-col border-t border-groove">
        {facts(kind, writer).map((fact) => (
          <li key={fact} className="border-b border-groove py-3 text-sand/85">
            {fact}
          </li>
        ))}
      </ul>
      <div aria-live="assertive">{view.error ? <FieldError>{view.error}</FieldError> : null}</div>
      {kind === 'agent' ? (
        <div className="mt-auto flex flex-col gap-3">
          <Button variant="primary" aria-disabled={isBusy} onClick={() => !isBusy && conversation.talk()}>
            {isBusy ? (
              <LoaderCircle size={16} strokeWidth={1.5} aria-hidden="true" className="motion-safe:animate-spin" />
            ) : (
              <Mic size={16} strokeWidth={1.5} aria-hidden="true" />
            )}
            {view.phase === 'asking'
              ? 'Waiting for the microphone…'
              : view.phase === 'connecting'
                ? 'Connecting…'
                : view.error
                  ? 'Try Again'
                  : 'Agree and start talking'}
          </Button>
          <Button onClick={isBusy ? conversation.end : conversation.type}>
            {isBusy ? null : <Keyboard size={16} strokeWidth={1.5} aria-hidden="true" />}
            {isBusy ? 'Cancel' : 'Type instead'}
          </Button>
          <p role="status" className="sr-only">
            {view.phase === 'asking'
              ? 'Your browser asks for the microphone now.'
              : view.phase === 'connecting'
                ? 'Connecting to the voice agent.'
                : ''}
          </p>
        </div>
      ) : (
        <div className="mt-auto flex flex-col gap-3">
          <Button variant="primary" onClick={conversation.type}>
            <Keyboard size={16} strokeWidth={1.5} aria-hidden="true" />
            Start typing
          </Button>
          <p className="text-small text-dust">A voice is not connected on this site yet.</p>
        </div>
      )}
    </div>
  )
}

function facts(kind: VoiceKind, writer: string | undefined): string[] {
  const sent = `goes to a language model (${writer}) to be answered, and is not kept on this site.`
  return kind === 'agent'
    ? [
        'Your voice goes to ElevenLabs, and so does what you type. It is answered there and may be recorded. By starting you agree to that.',
        `A conversation takes at most ${talkLimits.session / 60} minutes, and ends by itself after a minute of silence.`,
        'Everything said stands in captions. You can type at any time, also without a microphone.',
        'Whatever plays stops while you talk.',
        ...(writer ? [`What you type outside a talk ${sent}`] : []),
      ]
    : [
        'It answers from the records of this site alone, and names where each answer comes from.',
        'What it does not know it says it does not know.',
        writer ? `What you type ${sent} By starting you agree to that.` : 'What you type is answered and not kept.',
      ]
}
