import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { NowPlayingText } from './now-playing-text.tsx'

test('the title leads to the artist, but the message of a waiting radio does not', () => {
  expect(show(false, '/artists/ada')).toMatch(/<a [^>]*href="\/artists\/ada"[^>]*>.*Night Bus.*Ada Nova/)
  expect(show(true, '/artists/ada')).not.toContain('<a ')
  expect(show(true, '/artists/ada')).toMatch(/Night Bus.*Radio resumes after this track/)
  expect(show(false, undefined)).not.toContain('<a ')
})

function show(isWaiting: boolean, artistPath: string | undefined): string {
  const song = {
    title: 'Night Bus',
    artist: 'Ada Nova',
    album: '',
    art: undefined,
    artistPath,
    levelsPath: undefined,
    startsAtMs: 0,
  }
  return renderToStaticMarkup(
    <MemoryRouter>
      <NowPlayingText song={song} isHeard={!isWaiting} isWaiting={isWaiting} title={song.title}>
        {isWaiting ? 'Radio resumes after this track' : song.artist}
      </NowPlayingText>
    </MemoryRouter>,
  )
}
