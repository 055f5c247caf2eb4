import { useSyncExternalStore } from 'react'
import { playEffect } from './effect.ts'
import { createSpeaker, silentView, type SourceHandle, type SourceOptions, type SpeakerView } from './speaker-driver.ts'
import { createTabChannel } from './tabs.ts'

export type { SourceAbilities, SourceControls, SourceHandle, SourceOptions, SpeakerView } from './speaker-driver.ts'
export type { OneShot, SourceKind } from './speaker-machine.ts'

// Pages without TLS have no randomUUID; the value only has to differ between the tabs of one visitor.
const tab = Math.random().toString(36).slice(2)

/** The speaker of this tab. It is outside of React, so that it survives navigation and error pages. */
export const speaker = createSpeaker({
  tab,
  connect: (receive, gone) => ('BroadcastChannel' in globalThis ? createTabChannel({ tab, receive, gone }) : undefined),
  playEffect,
})

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', speaker.leave)
  // The page was restored from the back/forward cache: it is silent and rejoins the other tabs.
  window.addEventListener('pageshow', (event) => event.persisted && speaker.join())
}

/**
 * Makes a sound known to the speaker. Call it in an effect or later, never while rendering; `dispose()` ends it.
 *
 * @see {@link SourceOptions} for the requirements on a source
 */
export function addSource(options: SourceOptions): SourceHandle {
  return speaker.addSource(options)
}

/** Returns the state of the speaker. */
export function getSpeaker(): SpeakerView {
  return speaker.getView()
}

/** Returns the state of the speaker in React; silent during server rendering. */
export function useSpeaker(): SpeakerView {
  return useSyncExternalStore(speaker.subscribe, speaker.getView, () => silentView)
}
