import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { inEnglish } from '#tests/support/in-english.tsx'
import { loadShippedContent } from '#tests/support/shipped-content.ts'
import type { PlatformCard } from '#features/platforms/contract.ts'
import { en } from '#features/platforms/messages/en.ts'
import { PlatformPreview } from './platform-preview.tsx'

const notLinked = 'This platform’s site isn’t linked yet. “Open Site” takes you to its page on Swade.'
const card = loadShippedContent()
  .services.platforms.cards()
  .find(({ url, isHere }) => !url && !isHere)!

const preview = (platform: PlatformCard) =>
  renderToStaticMarkup(
    inEnglish(
      <MemoryRouter>
        <PlatformPreview id="preview" platform={platform} openCount={1} />
      </MemoryRouter>,
      { platforms: en },
    ),
  )

test('the preview of a platform without a site says where Open Site leads', () => {
  expect(preview(card)).toContain(notLinked)
  expect(preview({ ...card, isHere: true })).not.toContain(notLinked)
  const linked = { ...card, url: 'https://site.example', site: { status: 'unknown' as const } }
  expect(preview(linked)).not.toContain(notLinked)
})
