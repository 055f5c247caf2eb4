import type { TranslationOf } from '#shared/messages.ts'
import type { recording as en } from './en-recording.ts'

/** The Spanish error messages for rejected recordings. */
export const recording: TranslationOf<typeof en> = {
  otherKind:
    'Esto es {kind, select, WAV_file {un archivo WAV} AIFF_file {un archivo AIFF} FLAC_file {un archivo FLAC} Ogg_file {un archivo Ogg} M_A_or_MP_file {un archivo M4A o MP4} WMA_file {un archivo WMA} WebM_or_Matroska_file {un archivo WebM o Matroska} Core_Audio_file {un archivo Core Audio} Monkey_s_Audio_file {un archivo Monkey’s Audio} Musepack_file {un archivo Musepack} WavPack_file {un archivo WavPack} AMR_file {un archivo AMR} MIDI_file {un archivo MIDI} PDF_document {un documento PDF} ZIP_archive {un archivo ZIP} playlist {una lista de reproducción} RAR_archive {un archivo RAR} web_page {una página web} program {un programa} other {una imagen}} con nombre de MP3. Exporta la grabación como MP3.',
  aac: 'Este archivo contiene audio AAC, no MP3. Exporta la grabación como MP3.',
  otherLayer: 'Este archivo contiene audio MPEG de capa {layer}, no MP3. Exporta la grabación como MP3.',
  freeFormat:
    'Este MP3 usa una tasa de bits de formato libre (no estándar) que los navegadores no pueden reproducir. Expórtalo con una tasa estándar, como 192 kbit/s.',
  tooManyTags: 'Este archivo está dañado: contiene demasiadas etiquetas. Exporta la grabación otra vez.',
  sampleRateChanges:
    'La frecuencia de muestreo de esta grabación cambia de {from, number} a {to, number} kHz, algo que los navegadores no pueden reproducir. Expórtala con una sola frecuencia.',
  channelsChange:
    'Esta grabación cambia de {to, select, stereo {mono a estéreo} other {estéreo a mono}}, algo que los navegadores no pueden reproducir. Expórtala toda en mono o toda en estéreo.',
  noAudio: 'Este archivo no se puede reproducir. No contiene audio MP3. Exporta la grabación como MP3.',
  breaksOff: 'Este archivo está dañado: el audio se interrumpe. Exporta la grabación otra vez.',
  tooManyHours: 'Esta grabación dura más de {hours, select, 2 {dos} other {tres}} horas. Exporta una más corta.',
  empty: 'Este archivo está vacío. Exporta la grabación otra vez.',
  lessThanASecond: 'Este archivo contiene menos de un segundo de audio. Exporta la grabación otra vez.',
  cutOff:
    'Este archivo está cortado: solo tiene {found, number} de sus {announced, number} tramas. Exporta la grabación otra vez.',
  tooShort:
    'Esta grabación es demasiado corta. Debe durar al menos {unit, select, second {{count, plural, one {# segundo} other {# segundos}}} minute {{count, plural, one {# minuto} other {# minutos}}} other {{count, plural, one {# hora} other {# horas}}}}.',
  tooLong:
    'Esta grabación es demasiado larga. Debe durar como máximo {unit, select, second {{count, plural, one {# segundo} other {# segundos}}} minute {{count, plural, one {# minuto} other {# minutos}}} other {{count, plural, one {# hora} other {# horas}}}}.',
  lowBitrate: 'La tasa de bits de esta grabación es demasiado baja. Debe ser de al menos {kbps, number} kbit/s.',
  damaged:
    'Este archivo está dañado: {broken, number} de sus {frames, number} tramas no se pueden decodificar. Exporta la grabación otra vez.',
  otherData:
    'Este archivo contiene demasiados datos que no son ni audio ni una etiqueta conocida. Exporta la grabación como MP3 simple.',
  timedOut: 'No se pudo comprobar este archivo: leerlo tardó demasiado. Exporta la grabación otra vez.',
}
