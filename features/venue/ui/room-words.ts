import type { Reason, RoomState } from './use-room.ts'

const reasons: Record<Reason, string> = {
  'slow': 'The room did not answer within 8 seconds. Open Full tries it in a tab of its own.',
  'offline': 'You are offline. The room opens once you are connected again.',
  'cannot-draw': 'This browser cannot draw the room here. Open Full may fare better in a tab of its own.',
  'refuses': 'The room does not let other pages show it. Open Full leads to it.',
  'down': 'The room does not answer just now. Try again later, or see whether Open Full fares better.',
  'taken': 'You left the room because something else began to play.',
}

/** Where the visitor is, in a sentence; nothing while there is nothing to say. */
export function wordsFor(state: RoomState): string {
  if (state.at === 'opening') return 'Opening the room. It is heavy and may take some seconds.'
  if (state.at === 'inside') return 'You are in. Whatever played here waits until you leave.'
  return state.reason ? reasons[state.reason] : ''
}
