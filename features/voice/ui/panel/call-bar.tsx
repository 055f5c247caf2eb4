import { Download, Mic, MicOff, PhoneOff, Square, Volume2, VolumeX } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl/react'
import { formatLongTimestamp } from '#shared/long-timestamp.ts'
import { Button } from '#ui/button.tsx'
import type { VoiceKind } from '#features/voice/contract.ts'
import { canListen } from '../speech/browser-speech.ts'
import type { Conversation } from '../call/conversation.ts'
import type { ConversationView } from '../call/conversation-view.ts'
import { downloadTranscript, transcriptOf, type TranscriptLabels } from '../call/transcript.ts'

type Props = { slug: string; name: string; kind: VoiceKind; view: ConversationView; conversation: Conversation }

/** Status of the call, time left and the call's buttons. */
export function CallBar({ slug, name, kind, view, conversation }: Props) {
  const t = useTranslations('voice.panel')
  const message = useTranslations('voice')
  const locale = useLocale()
  const download = () => {
    const now = new Date()
    const labels: TranscriptLabels = {
      title: (at) => message('transcript.title', { name, time: formatLongTimestamp(at, locale) }),
      speakers: {
        you: t('you'),
        persona: message('transcript.builtIn', { name }),
        agent: message('transcript.agent', { name }),
      },
      note: (key) => message(`notes.${key}`, { name }),
      source: ({ label, href }) => message('transcript.source', { label, address: href }),
    }
    downloadTranscript(transcriptOf(view.entries, labels, now), slug, now)
  }
  return (
    <div className="flex flex-col gap-3 border-b border-groove p-5 md:px-6">
      <div className="flex min-h-6 items-center justify-between gap-4">
        <p role="status" className="label flex items-center gap-2.5 text-dust">
          {view.phase === 'talking' ? (
            <>
              <span aria-hidden="true" className="size-2 rounded-full bg-live" />
              {view.isMuted ? t('microphoneOff') : view.mode === 'speaking' ? t('speaking', { name }) : t('listening')}
            </>
          ) : (
            <>
              {view.mode === 'speaking' ? <span aria-hidden="true" className="size-2 rounded-full bg-live" /> : null}
              {view.mode === 'speaking' ? t('speaking', { name }) : t('builtIn')}
            </>
          )}
        </p>
        {view.secondsLeft !== undefined ? (
          <p className="figures text-small" role="timer" aria-label={t('timeLeft')}>
            {clock(view.secondsLeft)}
          </p>
        ) : null}
      </div>
      {/* The conversation log contains the same text for screen readers. */}
      {view.caption === undefined ? null : (
        <p
          aria-hidden="true"
          data-caption={view.mode}
          className="measure border-l border-live pl-3 [overflow-wrap:anywhere]"
        >
          {view.caption}
        </p>
      )}
      {view.silenceLeft === undefined ? null : (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-small text-dust">
            <span role="status">{t('stillThere')}</span>{' '}
            <span aria-hidden="true">{t('silenceLeft', { seconds: view.silenceLeft })}</span>
          </p>
          <Button onClick={conversation.stay}>{t('keepTalking')}</Button>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {view.phase === 'talking' ? (
          <>
            <Button aria-pressed={view.isMuted} onClick={conversation.toggleMute}>
              {view.isMuted ? <MicOff size={16} /> : <Mic size={16} />}
              {t('mute')}
            </Button>
            <Button onClick={conversation.end}>
              <PhoneOff size={16} />
              {t('end')}
            </Button>
          </>
        ) : kind === 'agent' || canListen() ? (
          <Button onClick={conversation.talk}>
            <Mic size={16} />
            {t(kind === 'agent' ? 'agree' : 'startTalking')}
          </Button>
        ) : null}
        {kind === 'built-in' ? (
          <Button
            aria-pressed={view.isVoiceOn}
            aria-label={t('speakAnswers')}
            title={t('speakAnswers')}
            onClick={conversation.toggleVoice}
            className="size-11 !p-0"
          >
            {view.isVoiceOn ? <Volume2 size={16} /> : <VolumeX size={16} />}
          </Button>
        ) : null}
        {view.entries.length > 0 ? (
          <Button aria-label={t('download')} title={t('download')} onClick={download} className="size-11 !p-0">
            <Download size={16} />
          </Button>
        ) : null}
        {kind === 'built-in' && view.mode === 'speaking' ? (
          <Button
            aria-label={t('stopSpeaking')}
            title={t('stopSpeaking')}
            onClick={conversation.hush}
            className="size-11 !p-0"
          >
            <Square size={16} />
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
