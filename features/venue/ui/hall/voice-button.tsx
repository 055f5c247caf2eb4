import { Mic, MicOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useTranslations } from 'use-intl/react'
import { Button } from '#ui/button.tsx'
import type { HallClient } from './hall-client.ts'
import type { StageSound } from './stage-sound.ts'
import { insideButton } from './inside-bar.tsx'
import type { VoiceClient } from './voice-client.ts'

/** The voice chat, loaded when the visitor presses its button. */
export type VoicePart = Omit<typeof import('./voice-chat.tsx'), 'createVoiceClient'> & { client: VoiceClient }

/** State of the voice chat's code and panel. */
export type VoiceChat = {
  part: VoicePart | undefined
  isOpen: boolean
  hasFailed: boolean
  toggle(): void
}

/** Loads the voice chat at the first press, and ends it with the visit. */
export function useVoiceChat({ client, sound }: { client: HallClient; sound: StageSound }): VoiceChat {
  const [part, setPart] = useState<VoicePart>()
  const [isOpen, setOpen] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const loading = useRef<Promise<void>>(undefined)
  const current = useRef<VoiceClient>(undefined)
  useEffect(() => () => current.current?.close(), [])
  const toggle = () => {
    setOpen(!isOpen)
    setFailed(false)
    loading.current ??= import('./voice-chat.tsx').then(
      ({ createVoiceClient, ...parts }) => {
        current.current = createVoiceClient({ hall: client, sound })
        setPart({ ...parts, client: current.current })
      },
      () => {
        loading.current = undefined
        setFailed(true)
        setOpen(false)
      },
    )
  }
  return { part, isOpen, hasFailed, toggle }
}

/** The button 'Voice Chat'; nothing if the owner has turned it off. */
export function VoiceButton({ client, voice }: { client: HallClient; voice: VoiceChat }) {
  const t = useTranslations('venue')
  const { voiceTerms, id, voices } = useStore(client.view)
  if (!voiceTerms?.isOn) return null
  const isIn = id !== undefined && (voices.listening.includes(id) || voices.speaking.includes(id))
  const Icon = isIn ? Mic : MicOff
  return (
    <Button variant="quiet" className={insideButton} aria-expanded={voice.isOpen} onClick={voice.toggle}>
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
      {t('room.voice')}
    </Button>
  )
}
