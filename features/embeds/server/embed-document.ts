import { policyHash } from '#platform/secrets.ts'
import type { Locale } from '#shared/locales.ts'
import { playerStyles } from './player-styles.ts'

/** Path of the script of all players, which the build creates from `features/embeds/ui/`. */
const playerScript = '/embed-player.js'

/** Texts that the script shows, by purpose. */
type PlayerTexts = Record<'play' | 'stop' | 'loading' | 'failed' | 'offAir' | 'position', string>

/** Data for the document of a player. Addresses are absolute, or paths of this site. */
export type EmbedDocument = {
  locale: Locale
  kind: 'track' | 'radio'
  /** Title of the document, and therefore of the frame for screen readers. */
  name: string
  title: string
  subtitle: string
  /** Page that opens on a click on the title. */
  page: string
  artwork: string
  audio: string
  durationSeconds: number | undefined
  /** Short label, for example for AI-generated music. */
  badge: string | undefined
  openLabel: string
  texts: PlayerTexts
}

/**
 * Returns the document of a player. Without its script it plays with the browser's controls.
 *
 * @see features/embeds/ui/embed-player.ts for the script
 */
export function embedHtml(embed: EmbedDocument): string {
  const { locale, kind, name, title, subtitle, page, artwork, audio, durationSeconds, badge, openLabel, texts } = embed
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escaped(name)}</title>
<meta name="robots" content="noindex">
<link rel="canonical" href="${escaped(page)}">
<style>${playerStyles}</style>
<script type="module" src="${playerScript}"></script>
</head>
<body>
<main class="player" data-kind="${kind}" data-duration="${durationSeconds ?? ''}" data-texts="${escaped(JSON.stringify(texts))}">
<img src="${escaped(artwork)}" alt="" width="128" height="128">
<div class="words">
<h1><a href="${escaped(page)}" target="_blank" rel="noopener" title="${escaped(openLabel)}">${escaped(title)}</a></h1>
<p class="subtitle">${escaped(subtitle)}</p>
${badge ? `<p class="badge">${escaped(badge)}</p>` : ''}
</div>
<div class="controls" hidden></div>
<audio controls preload="none" src="${escaped(audio)}"></audio>
<p class="status" role="status"></p>
</main>
</body>
</html>
`
}

/**
 * Returns the headers of a player. Unlike every other page, it may be framed by any site, and it loads only audio and
 * images of this site and of the station.
 *
 * @param station Origin of an external station, for its audio and images.
 */
export function embedHeaders(station: string | undefined): Record<string, string> {
  const media = station ? `'self' ${station}` : "'self'"
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src '${policyHash(playerStyles)}'`,
      `img-src ${media}`,
      `media-src ${media}`,
      "connect-src 'self'",
      'frame-ancestors *',
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; '),
    // Allows pages with the same policy to frame the player too.
    ...(station ? {} : { 'cross-origin-embedder-policy': 'require-corp' }),
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a text for the content and the attributes of HTML and XML. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character]!)
