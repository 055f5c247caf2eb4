/** `POST`, multipart: the fields of a submission and `audio_file`. */
export const submitPath = '/api/maestro/submit'

/** Returns the path of the artist's private page. */
export const statusPath = (token: string) => `/submission/${token}`

/** 20 MB: a file of exactly this size is accepted, one byte more is rejected. */
export const maxAudioBytes = 20_971_520

/** Maximum number of tracks that one visitor can send. */
export const maxTracks = { perHour: 5, perDay: 20 }

/** Genres of the form; the first one is preselected. */
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

/** Genre of the form. */
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

/** Name of a form field. */
export type FieldName = keyof typeof fieldNames

/**
 * English text of the consent checkbox, with `[siteName]` in it; the text that was shown is stored with the submission
 * word for word.
 */
export const consentText =
  'I own this track and all rights to it, or have permission from those who do, and I agree that [siteName] Radio may broadcast it.'

/** Days after which the file of a declined or withdrawn track is deleted. */
export const retentionDays = 30

/**
 * Path of the recording for the owner, like the paths below it protected by the guard of `/api/owner/`; `id` is the
 * submission's.
 */
export const submissionAudioPath = (id: string) => `/api/owner/submissions/${id}/audio`

/** Path of the spectrogram image. */
export const submissionSpectrogramPath = (id: string) => `/api/owner/submissions/${id}/spectrogram`

/** Path of `{ peaks }`, the waveform for seeking. */
export const submissionWaveformPath = (id: string) => `/api/owner/submissions/${id}/waveform`
