/** Reasons why a file is refused as a recording. */
export type FaultCode =
  | 'otherKind'
  | 'aac'
  | 'otherLayer'
  | 'freeFormat'
  | 'tooManyTags'
  | 'sampleRateChanges'
  | 'channelsChange'
  | 'noAudio'
  | 'breaksOff'
  | 'tooManyHours'
  | 'empty'
  | 'lessThanASecond'
  | 'cutOff'
  | 'tooShort'
  | 'tooLong'
  | 'lowBitrate'
  | 'damaged'
  | 'otherData'
  | 'timedOut'

/** Reason with its values, for features that translate it. */
export type RecordingFault = { code: FaultCode; values?: Readonly<Record<string, string | number>> }
