import type { FaultCode } from '#platform/recordings/frames/recording-fault.ts'

/** Error messages for rejected recordings, by code. */
export const recording = {
  otherKind:
    'This is {kind, select, WAV_file {a WAV file} AIFF_file {an AIFF file} FLAC_file {a FLAC file} Ogg_file {an Ogg file} M_A_or_MP_file {an M4A or MP4 file} WMA_file {a WMA file} WebM_or_Matroska_file {a WebM or Matroska file} Core_Audio_file {a Core Audio file} Monkey_s_Audio_file {a Monkey’s Audio file} Musepack_file {a Musepack file} WavPack_file {a WavPack file} AMR_file {an AMR file} MIDI_file {a MIDI file} PDF_document {a PDF document} ZIP_archive {a ZIP archive} playlist {a playlist} RAR_archive {a RAR archive} web_page {a web page} program {a program} other {an image}} with an MP3 file name. Export the recording as an MP3.',
  aac: 'This file contains AAC audio, not MP3. Export the recording as an MP3.',
  otherLayer: 'This file contains MPEG layer {layer} audio, not MP3. Export the recording as an MP3.',
  freeFormat:
    'This MP3 uses a free-format (nonstandard) bitrate, which browsers cannot play. Export it at a standard bitrate such as 192 kbit/s.',
  tooManyTags: 'This file is damaged: it contains too many tags. Export the recording again.',
  sampleRateChanges:
    'The sample rate of this recording changes from {from, number} to {to, number} kHz, which browsers cannot play. Export it at one sample rate.',
  channelsChange:
    'This recording changes from {to, select, stereo {mono to stereo} other {stereo to mono}}, which browsers cannot play. Export all of it in mono or all of it in stereo.',
  noAudio: 'This file cannot be played. It contains no MP3 audio. Export the recording as an MP3.',
  breaksOff: 'This file is damaged: the audio breaks off. Export the recording again.',
  tooManyHours: 'This recording is longer than {hours, select, 2 {two} other {three}} hours. Export a shorter one.',
  empty: 'This file is empty. Export the recording again.',
  lessThanASecond: 'This file contains less than a second of audio. Export the recording again.',
  cutOff:
    'This file is cut off: it has only {found, number} of its {announced, number} frames. Export the recording again.',
  tooShort:
    'This recording is too short. It must be at least {unit, select, second {{count, plural, one {# second} other {# seconds}}} minute {{count, plural, one {# minute} other {# minutes}}} other {{count, plural, one {# hour} other {# hours}}}} long.',
  tooLong:
    'This recording is too long. It must be at most {unit, select, second {{count, plural, one {# second} other {# seconds}}} minute {{count, plural, one {# minute} other {# minutes}}} other {{count, plural, one {# hour} other {# hours}}}} long.',
  lowBitrate: 'The bitrate of this recording is too low. It must be at least {kbps, number} kbit/s.',
  damaged:
    'This file is damaged: {broken, number} of its {frames, number} frames cannot be decoded. Export the recording again.',
  otherData:
    'This file contains too much data that is neither audio nor a known tag. Export the recording as a plain MP3.',
  timedOut: 'This file could not be checked: reading it took too long. Export the recording again.',
} as const satisfies Record<FaultCode, string>
