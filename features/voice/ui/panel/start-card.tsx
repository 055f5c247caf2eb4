import { Keyboard, LoaderCircle, Mic } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import type { VoiceKind } from '#features/voice/contract.ts'
import { talkLimits } from '#features/voice/constants.ts'
import { canListen } from '../speech/browser-speech.ts'
import type { Conversation } from '../call/conversation.ts'
import type { ConversationView } from '../call/conversation-view.ts'
import { useProblemText } from './problem-text.ts'

type Props = {
  name: string
  kind: VoiceKind
  writer: string | undefined
  view: ConversationView
  conversation: Conversation
}

/** First card of the panel: who answers, how the data is used, and the button that gives consent. */
export function StartCard({ name, kind, writer, view, conversation }: Props) {
  const isBusy = view.phase !== 'card'
  const t = useTranslations('voice.panel')
  const textOf = useProblemText()
  const isListening = kind === 'built-in' && canListen()
  const facts = useFacts(kind, writer, isListening)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto p-5 md:p-6">
      <p className="text-lead">
        {t('introduction', { name, kind: kind === 'agent' ? 'agent' : writer ? 'written' : 'built-in' })}
      </p>
      <ul className="flex flex-col border-t border-groove">
        {facts.map((fact) => (
          <li key={fact} className="border-b border-groove py-3 text-sand/85">
            {fact}
          </li>
        ))}
      </ul>
      <div aria-live="assertive">{view.error ? <FieldError>{textOf(view.error)}</FieldError> : null}</div>
      <div className="mt-auto flex flex-col gap-3">
        {kind === 'agent' || isListening ? (
          <Button variant="primary" aria-disabled={isBusy} onClick={() => !isBusy && conversation.talk()}>
            {isBusy ? <LoaderCircle size={16} className="motion-safe:animate-spin" /> : <Mic size={16} />}
            {view.phase === 'asking'
              ? t('asking')
              : view.phase === 'connecting'
                ? t('connecting')
                : view.error
                  ? t('retry')
                  : t('agree')}
          </Button>
        ) : null}
        <Button
          variant={kind === 'agent' || isListening ? undefined : 'primary'}
          onClick={isBusy ? conversation.end : conversation.type}
        >
          {isBusy ? null : <Keyboard size={16} />}
          {isBusy ? t('cancel') : kind === 'agent' ? t('typeInstead') : t('startTyping')}
        </Button>
        {kind === 'built-in' && !isListening ? <p className="text-small text-dust">{t('cannotListen')}</p> : null}
        <p role="status" className="sr-only">
          {view.phase === 'asking'
            ? t('askingStatus')
            : view.phase === 'connecting'
              ? t('connectingStatus', { kind })
              : ''}
        </p>
      </div>
    </div>
  )
}

function useFacts(kind: VoiceKind, writer: string | undefined, isListening: boolean): string[] {
  const t = useTranslations('voice.panel')
  return kind === 'agent'
    ? [
        t('factRecorded'),
        t('factLimit', { minutes: talkLimits.sessionSeconds / 60 }),
        t('factCaptions'),
        t('factSilence'),
        ...(writer ? [t('factWrittenOutside', { writer })] : []),
      ]
    : [
        t('factRecords'),
        t('factSpoken'),
        ...(isListening ? [t('factListening')] : []),
        writer ? t('factWritten', { writer }) : t('factNotStored'),
      ]
}
