import { AudioLines, LocateFixed, Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#ui/button.tsx'
import { PlayerButton } from '#ui/audio/player-button.tsx'
import { useReader, useReaderStore } from '#features/reader/ui/reader-context.tsx'
import { ToolButton } from '#features/reader/ui/toolbar/tool-button.tsx'
import { keptFollowing } from '../listening/saved-state.ts'
import type { Listening } from '../listening/listening.ts'
import { useHeard, useListeningOf } from '../listening/use-listening.ts'
import { useFollowing } from './use-following.ts'

/**
 * Lets the pages follow the voice; not there for a book without one. On a small screen its switch is among the tools
 * with names.
 */
export function FollowTool() {
  const listening = useHeardBook()
  return listening ? <Follow listening={listening} /> : null
}

/** The switch alone, with its name. */
export function FollowSwitch() {
  const listening = useHeardBook()
  return listening ? <Switch listening={listening} isLabelled /> : null
}

function useHeardBook(): Listening | undefined {
  const { bookId } = useReaderStore()
  const listening = useListeningOf(bookId)
  // A preview has pages, and no voice.
  const isHeard = useReader((state) => state.manifest !== undefined && state.manifest.access !== 'preview')
  return isHeard ? listening : undefined
}

function Switch({ listening, ...rest }: { listening: Listening; className?: string; isLabelled?: boolean }) {
  const isOn = useHeard(listening, (view) => view.follow !== 'off')
  return (
    <ToolButton
      Icon={AudioLines}
      label="Follow along"
      isPressed={isOn}
      onClick={() => {
        keptFollowing().save(!isOn)
        listening.setFollow(isOn ? 'off' : 'on')
      }}
      {...rest}
    />
  )
}

function Follow({ listening }: { listening: Listening }) {
  const tool = useRef<HTMLSpanElement>(null)
  const [frame, setFrame] = useState<Element | null>(null)
  const follow = useHeard(listening, (view) => view.follow)
  useEffect(() => {
    setFrame(tool.current!.closest('[data-reader]'))
    if (keptFollowing().load()) listening.setFollow('on')
    return () => listening.setFollow('off')
  }, [listening])
  useFollowing(listening, frame)

  return (
    <span ref={tool} className="contents">
      <Switch listening={listening} className="max-md:hidden" />
      {frame && follow !== 'off' ? createPortal(<VoiceBar listening={listening} />, frame.firstElementChild!) : null}
    </span>
  )
}

/**
 * The voice, at hand in a row of its own under the tools: which chapter, on and off, and the way back to where it is.
 * The pages give it the height.
 */
function VoiceBar({ listening }: { listening: Listening }) {
  const chapter = useHeard(listening, (view) => view.chapter)
  const isOn = useHeard(listening, ({ player }) => player.state === 'playing' || player.state === 'loading')
  const isSuspended = useHeard(listening, (view) => view.follow === 'suspended')
  const { title } = listening.chapters[chapter]!
  return (
    <div
      role="group"
      aria-label="Narration"
      data-voice
      className="flex w-full items-center gap-1 border-t border-groove pr-2"
    >
      <PlayerButton label={`${isOn ? 'Pause' : 'Play'} ${title}`} onPress={listening.player.toggle}>
        <PlaySign isOn={isOn} size={18} />
      </PlayerButton>
      <p className="min-w-0 flex-1 truncate px-2 text-small text-dust">{title}</p>
      {isSuspended ? (
        <Button variant="bare" onClick={() => listening.setFollow('on')} className="px-2 whitespace-nowrap !text-live">
          <LocateFixed size={16} strokeWidth={1.5} aria-hidden="true" />
          Back to narration
        </Button>
      ) : null}
    </div>
  )
}

/** Pause while it sounds, else play. */
function PlaySign({ isOn, size }: { isOn: boolean; size: number }) {
  const Sign = isOn ? Pause : Play
  return <Sign size={size} strokeWidth={1.5} aria-hidden="true" />
}
