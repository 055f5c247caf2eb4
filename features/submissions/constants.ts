/** `POST`, multipart: the fields of a submission and `audio_file`. */
export const submitPath = '/api/maestro/submit'

/** The artist's private page. */
export const statusPath = (token: string) => `/submission/${token}`

/** 20 MB: exactly so many bytes are taken, one more is refused. */
export const maxAudioBytes = 20_971_520

/** Maximum number of tracks one visitor can send. */
export const maxTracks = { perHour: 5, perDay: 20 }

/** Genres of the form, the first is preselected. */
export const genres = [
  'hip_hop',
  'rap',
  'r_and_b',
  'pop',
  'electronic',
  'jazz',
  'rock',
  'indie',
  'ambient',
  'experimental',
  'ai_generated',
  'other',
] as const

/** One of them. */
export type Genre = (typeof genres)[number]

/** English names of the genres. */
export const genreNames = {
  hip_hop: 'Hip-Hop',
  rap: 'Rap',
  r_and_b: 'R&B',
  pop: 'Pop',
  electronic: 'Electronic',
  jazz: 'Jazz',
  rock: 'Rock',
  indie: 'Indie',
  ambient: 'Ambient',
  experimental: 'Experimental',
  ai_generated: 'AI Generated',
  other: 'Other',
} as const satisfies Record<Genre, string>

/** English names of the form fields. */
export const fieldNames = {
  artist_name: 'Artist name',
  artist_email: 'Email',
  song_title: 'Song title',
  album_name: 'Album',
  genre: 'Genre',
  description: 'About the track',
  artist_website: 'Website',
  artist_social: 'Social media',
  isrc: 'ISRC',
  label_name: 'Label',
  producer_name: 'Producer',
  publishing_org: 'Publisher',
  owns_track: 'Rights',
  audio_file: 'MP3 file',
} as const

/** One of them. */
export type FieldName = keyof typeof fieldNames

/**
 * English text of the consent checkbox, with `[siteName]` in it; the text that was shown is stored with the submission
 * word for word.
 */
export const consentText =
  'I own this track and all rights to it, or have permission from those who do, and I agree that [siteName] Radio may broadcast it.'

/** Days after which the file of a declined or withdrawn track is deleted. */
export const retentionDays = 30

/** The owner's calls of one submission; `id` is its own, beneath the guard of `/api/owner/`. */
export const submissionAudioPath = (id: string) => `/api/owner/submissions/${id}/audio`

/** Path of the spectrogram image. */
export const submissionSpectrogramPath = (id: string) => `/api/owner/submissions/${id}/spectrogram`

/** `{ peaks }`, the outline to seek in. */
export const submissionWaveformPath = (id: string) => `/api/owner/submissions/${id}/waveform`
