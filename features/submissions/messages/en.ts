import { consentText, fieldNames, genreNames, genres } from '../constants.ts'
import { email } from './en-email.ts'
import { recording } from './en-recording.ts'

export const en = {
  button: {
    submit: 'Submit Music',
  },
  /** The form, in the dialog and on its page. */
  form: {
    kicker: '[siteName] Radio',
    title: 'Submit your music',
    unavailable: 'The form could not be loaded. Check your connection, then open the form on its own page.',
    openPage: 'Open the form page',
    file: 'MP3 file <hidden>(required)</hidden>',
    fileHint:
      'MP3 up to 20 MB, 5 seconds to 30 minutes long. You can send up to {perHour, number} tracks an hour and {perDay, number} a day.',
    selected: 'Selected: {megabytes} MB.',
    filledIn: 'Filled in from the file: {fields}.',
    consent: consentText,
    submit: 'Submit Track',
    submitting: 'Submitting...',
    chooseFile: 'Choose an MP3 file first.',
    cancel: 'Cancel',
    lastSubmission: 'View your last submission',
    upload: 'Upload',
    checking: 'Checking',
    sent: 'Submission Successful!',
    viewStatus: 'View your track’s status',
    hints: {
      otherKind:
        'This file is actually {kind, select, wav {a WAV} flac {a FLAC} ogg {an Ogg file} aiff {an AIFF} mp4 {an M4A or MP4} pdf {a PDF} other {a ZIP}}. Only MP3 files are accepted.',
      unplayable: 'Your browser cannot play this file. Make sure that it is an MP3.',
      silent: 'The parts of this file that we checked are silent.',
      silenceLead: 'The track begins with {seconds, plural, one {# second} other {# seconds}} of silence.',
      quiet: 'The track is very quiet. Other tracks will be much louder.',
      clips: 'The track seems to clip.',
    },
  },
  /** Fields of a track, in the form and on its page. */
  fields: {
    artistName: 'Artist name',
    email: 'Email',
    emailHint: 'We send updates about your track here.',
    songTitle: 'Song title',
    genre: 'Genre',
    album: 'Album (optional)',
    about: 'About the track (optional)',
    website: 'Website (optional)',
    social: 'Social media (optional)',
    credits: 'Credits (optional)',
    isrc: 'ISRC',
    isrcHint: '12 characters, like USRC17607839.',
    label: 'Label',
    producer: 'Producer',
    publisher: 'Publisher',
    genres: genreNames,
  },
  /** Names of the fields in messages about them. */
  fieldNames,
  /** Error messages that the form and the server share. */
  problems: {
    noFile: 'Please select an MP3 file',
    noConsent: 'You must confirm that you own this track and have permission to upload it',
    notMp3: 'Only MP3 files are accepted',
    tooLarge: 'File too large. Maximum size: 20MB',
    notSound: 'This file cannot be played as an MP3. Export the track again and retry.',
    fields: 'Some fields are not valid. Check the form and try again.',
    tooMany: 'You have sent too many tracks. Please try again later.',
    noRoom: 'We cannot accept tracks right now. Your entries are still in the form. Please try again later.',
    failed: 'Submission failed. Please try again.',
    website: 'Enter a web address such as https://example.com.',
  },
  errors: {
    notFound: 'Submission not found.',
    decided: 'We have already made a decision about this track, so its details can no longer be changed.',
    withdrawn: 'This track has already been withdrawn.',
    declined: 'This track was declined, so it can no longer be withdrawn.',
    uploadsRunning: 'Please wait until your other uploads finish.',
    manyTracks: 'We are receiving many tracks right now. Please try again in a minute.',
    tooManyWait:
      'You have sent too many tracks. Please try again in {unit, select, second {{count, plural, one {# second} other {# seconds}}} minute {{count, plural, one {# minute} other {# minutes}}} other {{count, plural, one {# hour} other {# hours}}}}.',
    tooManyWaiting:
      '{count, number} of your tracks are waiting for review. You can send more once we have reviewed those.',
    dayFull: 'We have reached the limit for today’s submissions. Please try again tomorrow.',
    // Follows the name of a field and a colon.
    required: 'this field is required.',
    tooLong: 'this text is too long.',
    twice: 'this field was sent twice.',
    empty: 'this field must not be empty.',
    invalid: 'this value is not valid.',
    invalidFormat: 'this value has an invalid format.',
    invalidCharacter: 'this text contains an invalid character. Type it again.',
    noFileHere: 'no file is expected here.',
    genre: `this value must be one of ${genres.join(', ')}.`,
    isrc: 'An ISRC has 12 characters, like USRC17607839.',
  },
  /** Responses to a form that was sent without script, and to other programs. */
  answer: {
    thanks: 'Thank you! We received your track. We emailed you the link to its private status page.',
    head: 'Track not sent',
    title: 'Your track was not sent',
    goBack: 'Press Back in your browser: your entries are still in the form. Correct them and submit again.',
    startOver: 'Start with an empty form',
  },
  page: {
    title: 'Submit your music',
    description:
      'Submit your track to [siteName] Radio: an MP3 of up to 20 MB, a few details, and a private page to follow its status.',
    lead: 'Send us your track. Automatic checks run first, then a person listens and decides. Follow its status on a private page until it is on air.',
  },
  status: {
    kicker: 'Your track',
    lead: '{song} by {artist}',
    status: 'Status',
    emails: 'We email updates to {email}.',
    recording: 'Recording',
    edit: 'Edit or withdraw',
    editDetails: 'Edit track details',
    save: 'Save changes',
    saved: 'Your changes are saved.',
    withdraw: 'Withdraw this track',
    leavesRotation:
      'The track leaves the rotation immediately. If it is playing right now, this is its last play. You cannot undo this. To bring the track back, you would have to submit it again.',
    leavesQueue:
      'The track leaves the review queue immediately. You cannot undo this. To bring the track back, you would have to submit it again.',
    withdrawNow: 'Withdraw track',
    withdrawnNow: 'Your track was withdrawn.',
    notFound: 'Submission not found',
    notFoundHint: 'The link may be incomplete. Open it from the email again, or copy the whole address.',
    submit: 'Submit your music',
    spoken: { done: 'done', now: 'current', ahead: 'upcoming', ended: 'ended' },
    steps: {
      received: 'Received',
      receivedText: 'We stored your file exactly as you sent it.',
      checked: 'Checked',
      checkedText: 'We checked the whole recording.',
      checkingText: 'The automatic checks are running.',
      inReview: 'In review',
      reviewedText: 'A person listened.',
      inReviewText: 'A person listens and decides.',
      withdrawn: 'Withdrawn',
      withdrawnText: 'You withdrew the track.',
      declined: 'Declined',
      declinedText: 'We decided not to play it this time.',
      accepted: 'Accepted',
      acceptedText: 'We accepted your track.',
      notYetAcceptedText: 'We’ll email you our decision. If we decline the track, we’ll tell you why.',
      inRotation: 'In rotation',
      inRotationText: 'The station plays it regularly.',
      notYetInRotationText: 'The station adds accepted tracks automatically.',
      onAir: 'On air',
      onAirNow: 'On air now',
      onAirNowText: '[siteName] Radio is playing it right now.',
      playedText: 'The station has played it.',
      notYetPlayedText: 'We’ll email you when it is played for the first time.',
    },
    facts: {
      length: 'Length',
      bitrate: 'Bitrate',
      bitrateValue: '{kbps, number} kbit/s',
      bitrateVariable: '{kbps, number} kbit/s, variable',
      format: 'Format',
      formatMono: '{khz, number} kHz, mono',
      formatStereo: '{khz, number} kHz, stereo',
      loudness: 'Loudness',
      loudnessValue: '{lufs, number} LUFS',
      plays: 'Plays',
      peakListeners: 'Peak listeners',
      waveform: 'Waveform of the recording',
      findings: 'Findings',
      findingsHint: 'These findings do not decide the outcome. A person does.',
    },
  },
  /** Findings about a recording by code, on its page and in the email about its checks. */
  notes: {
    'same-bytes': 'The same file was submitted before.',
    'silent': 'The recording is silent.',
    'broken': 'The recording is damaged: {broken, number} of its {frames, number} frames cannot be decoded.',
    'broken-frames':
      '{broken, plural, one {# frame of the recording cannot be decoded.} other {# frames of the recording cannot be decoded.}}',
    'quiet': 'The track is very quiet: {lufs} LUFS (−14 is typical).',
    'loud': 'The track is very loud: {lufs} LUFS (−14 is typical).',
    'clipping': 'The track clips in many places ({samples, number} samples).',
    'true-peak': 'The peaks reach {db, number} dB above full scale and may distort.',
    'silence-lead': 'The track begins with {seconds, plural, one {# second} other {# seconds}} of silence.',
    'silence-tail': 'The track ends with {seconds, plural, one {# second} other {# seconds}} of silence.',
    'silence-within': 'The track contains {seconds, plural, one {# second} other {# seconds}} of silence.',
    'low-bitrate': 'The bitrate is low: {kbps, number} kbit/s (192 or more is recommended).',
    'announced':
      'The header announces {announced, number} frames, but the file has {frames, number}: it was trimmed, or the encoder miscounted. We use the actual count.',
    'low-rate': 'The sample rate is {khz, number} kHz.',
    'mono': 'The track is mono.',
    'not-checked': 'The automatic checks could not be completed. The track needs a careful manual review.',
  },
  recording,
  email,
} as const

declare module '#shared/messages.ts' {
  interface SiteMessages {
    submissions: typeof en
  }
}
