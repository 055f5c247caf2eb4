import { parentPort } from 'node:worker_threads'
import { type ArtworkTask, drawArtwork } from './draw-artwork.ts'

/* Draws one artwork per message. */
parentPort!.on('message', (task: ArtworkTask) => {
  const drawn = drawArtwork(task)
  parentPort!.postMessage(drawn, [drawn.pixels.buffer])
})
