import { Keyboard, LoaderCircle, Mic } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import type { VoiceKind } from '#features/voice/contract.ts'
import { talkLimits } from '#features/voice/constants.ts'
import type { Conversation, ConversationView } from '../call/conversation.ts'

type Props = {
  name: string
  kind: VoiceKind
  writer: string | undefined
  view: ConversationView
  conversation: Conversation
}

/** First card of the panel: who answers, what happens to the data, and the button that consents. */
export function StartCard({ name, kind, writer, view, conversation }: Props) {
  const isBusy = view.phase !== 'card'
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto p-5 md:p-6">
      <p className="text-lead">
        {kind === 'agent'
          ? `You are about to talk to software. ${name} is an AI-generated artist, and the voice is AI-generated too.`
          : `This is the built-in text persona of ${name}: software, not a person${writer ? '. A language model writes its answers.' : ', and not a language model.'}`}
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
              ? 'Allow access to your microphone in the browser.'
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
          <p className="text-small text-dust">Voice is not connected yet.</p>
        </div>
      )}
    </div>
  )
}

function facts(kind: VoiceKind, writer: string | undefined): string[] {
  const sent = `is sent to a language model (${writer}) to be answered, and is not stored on this site.`
  return kind === 'agent'
    ? [
        'Your voice and what you type are sent to ElevenLabs, which answers and may record them. By starting, you agree to this.',
        `A conversation lasts up to ${talkLimits.sessionSeconds / 60} minutes and ends after a minute of silence.`,
        'Everything said is captioned. You can type at any time, even without a microphone.',
        'Other audio is silent while you talk.',
        ...(writer ? [`What you type outside a call ${sent}`] : []),
      ]
    : [
        'Answers come only from this site’s own records, each with its source.',
        'If it doesn’t know an answer, it says so.',
        writer ? `What you type ${sent} By starting, you agree to this.` : 'What you type is answered and not stored.',
      ]
}
