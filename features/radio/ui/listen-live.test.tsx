import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { en } from '#features/radio/messages/en.ts'
import { inEnglish } from '#tests/support/in-english.tsx'
import { ListenButton } from './listen-live.tsx'

test('the Listen button names its action: listen, or pause while the radio plays', () => {
  const markup = (isOn: boolean) => renderToStaticMarkup(inEnglish(<ListenButton isOn={isOn} />, { radio: en }))
  expect(markup(false)).toContain('Listen live</button>')
  expect(markup(true)).toContain('Pause the radio</button>')
  expect(markup(true)).not.toMatch(/Listen live|aria-pressed/)
})
