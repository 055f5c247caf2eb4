/** Messages for submissions that are refused on upload. */
export const problems = {
  'no-file': 'Please select an MP3 file',
  'no-consent': 'You must confirm that you own this track and have permission to upload it',
  'not-mp3': 'Only MP3 files are accepted',
  'too-large': 'File too large. Maximum size: 20MB',
  'not-sound': 'This file cannot be played as an MP3. Export the track again and retry.',
  'fields': 'Some fields are not valid. Check the form and try again.',
  'too-many': 'You have sent too many tracks. Please try again later.',
  'no-room': 'We cannot accept tracks right now. Your entries are still in the form. Please try again later.',
  'failed': 'Submission failed. Please try again.',
} as const

/** One of them. */
export type Problem = keyof typeof problems

/** Display names of the form fields. */
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

/** Message for an invalid website. */
export const websiteAdvice = 'Enter a web address such as https://example.com.'

/** Removes the field's API name from a refusal: `ISRC (isrc): …` becomes `ISRC: …`. */
export const withoutFieldName = (refusal: string): string => refusal.replace(/^([^:(]+) \([a-z_]+\):/, '$1:')

/** Limits of a track's length and bitrate. */
export const trackLimits = { minSeconds: 5, maxSeconds: 30 * 60, minKbps: 32 }
