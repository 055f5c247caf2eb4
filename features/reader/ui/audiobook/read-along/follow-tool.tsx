import { AudioLines, LocateFixed, Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl/react'
import { Button } from '#ui/button.tsx'
import { PlayerButton } from '#ui/audio/player-button.tsx'
import { useReader, useReaderStore } from '#features/reader/ui/state/reader-context.tsx'
import { ToolButton } from '#ui/tool-button.tsx'
import { savedFollowing } from '../listening/saved-state.ts'
import type { Listening } from '../listening/listening.ts'
import { useListeningView, useListeningOf } from '../listening/use-listening.ts'
import { useFollowing } from './use-following.ts'

/**
 * Control for following the narration; hidden for a book without audio. On small screens its switch is in the tools
 * panel.
 */
export function FollowTool() {
  const listening = useCurrentListening()
  return listening ? <Follow listening={listening} /> : null
}

/** The labeled switch alone, for the tools panel. */
export function FollowSwitch() {
  const listening = useCurrentListening()
  return listening ? <Switch listening={listening} isLabelled /> : null
}

function useCurrentListening(): Listening | undefined {
  const { bookId } = useReaderStore()
  const listening = useListeningOf(bookId)
  // A preview has pages but no audio.
  const canListen = useReader((state) => state.manifest !== undefined && state.manifest.access !== 'preview')
  return canListen ? listening : undefined
}

function Switch({ listening, ...rest }: { listening: Listening; className?: string; isLabelled?: boolean }) {
  const t = useTranslations('reader.narration')
  const isOn = useListeningView(listening, (view) => view.follow !== 'off')
  return (
    <ToolButton
      Icon={AudioLines}
      label={t('follow')}
      isPressed={isOn}
      onClick={() => {
        savedFollowing().save(!isOn)
        listening.setFollow(isOn ? 'off' : 'on')
      }}
      {...rest}
    />
  )
}

function Follow({ listening }: { listening: Listening }) {
  const tool = useRef<HTMLSpanElement>(null)
  const [frame, setFrame] = useState<Element | null>(null)
  const follow = useListeningView(listening, (view) => view.follow)
  useEffect(() => {
    setFrame(tool.current!.closest('[data-reader]'))
    if (savedFollowing().load()) listening.setFollow('on')
    return () => listening.setFollow('off')
  }, [listening])
  useFollowing(listening, frame)

  return (
    <span ref={tool} className="contents">
      <Switch listening={listening} className="max-md:hidden" />
      {frame && follow !== 'off'
        ? createPortal(<NarrationBar listening={listening} />, frame.firstElementChild!)
        : null}
    </span>
  )
}

/**
 * Narration bar below the tools: chapter, play and pause, and a button to return to the current passage. The pages
 * give up its height.
 */
function NarrationBar({ listening }: { listening: Listening }) {
  const t = useTranslations('reader.narration')
  const chapter = useListeningView(listening, (view) => view.chapter)
  const isOn = useListeningView(listening, ({ player }) => player.state === 'playing' || player.state === 'loading')
  const isSuspended = useListeningView(listening, (view) => view.follow === 'suspended')
  const { title } = listening.chapters[chapter]!
  return (
    <div
      role="group"
      aria-label={t('bar')}
      data-narration
      className="flex w-full items-center gap-1 border-t border-groove pr-2"
    >
      <PlayerButton label={t(isOn ? 'pause' : 'play', { title })} onPress={listening.player.toggle}>
        <PlaySign isOn={isOn} size={18} />
      </PlayerButton>
      <p lang="en" className="min-w-0 flex-1 truncate px-2 text-small text-dust">
        {title}
      </p>
      {isSuspended ? (
        <Button variant="bare" onClick={() => listening.setFollow('on')} className="px-2 whitespace-nowrap !text-live">
          <LocateFixed size={16} />
          {t('back')}
        </Button>
      ) : null}
    </div>
  )
}

/** Pause icon while playing, else the play icon. */
function PlaySign({ isOn, size }: { isOn: boolean; size: number }) {
  const Sign = isOn ? Pause : Play
  return <Sign size={size} strokeWidth={1.5} aria-hidden="true" />
}
