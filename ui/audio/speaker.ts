import { useSyncExternalStore } from 'react'
import { playEffect } from './effect.ts'
import { createSpeaker, silentView, type SourceHandle, type SourceOptions, type SpeakerView } from './speaker-driver.ts'
import { createTabChannel } from './tabs.ts'

export type { SourceAbilities, SourceControls, SourceHandle, SourceOptions, SpeakerView } from './speaker-driver.ts'
export type { OneShot, SourceKind } from './speaker-machine.ts'

// Pages without TLS have no randomUUID; this only has to differ between the tabs of one visitor.
const tab = Math.random().toString(36).slice(2)

/** This tab's one speaker. It stands outside React, so that it outlives every page and every error page. */
export const speaker = createSpeaker({
  tab,
  connect: (hear, gone) => ('BroadcastChannel' in globalThis ? createTabChannel({ tab, hear, gone }) : undefined),
  playEffect,
})

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', speaker.leave)
  // Back from the browser's page cache: silent, and in touch with the other tabs again.
  window.addEventListener('pageshow', (event) => event.persisted && speaker.join())
}

/**
 * Makes a sound known to the speaker. Call it in an effect or later, never while rendering; `dispose()` ends it.
 *
 * @see docs of {@link SourceOptions} for what the speaker asks of a source
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
