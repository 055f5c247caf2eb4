import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { inEnglish } from '#tests/support/in-english.tsx'
import { SeekBar } from './seek-bar.tsx'

test.each([
  [12.7, '0:12'],
  [59.9, '0:59'],
  [60, '1:00'],
])('%f seconds are read out as displayed: %s', (positionSeconds, clock) => {
  const html = renderToStaticMarkup(
    inEnglish(
      <SeekBar
        label="Position"
        waveformUrl="/outline"
        positionSeconds={positionSeconds}
        durationSeconds={104}
        onSeek={() => {}}
      />,
    ),
  )
  expect(html).toContain(`aria-valuetext="${clock} of 1:44"`)
  expect(html).toContain(`>${clock}</span>`)
})
