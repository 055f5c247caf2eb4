import type { TranslationOf } from '#shared/messages.ts'
import type { email as english } from './en-email.ts'

export const email: TranslationOf<typeof english> = {
  reason: 'Recibes este correo por el pedido {code} en nuestro sitio. Si tienes preguntas, escribe a {supportEmail}.',
  order: 'Pedido',
  book: 'Libro',
  price: 'Precio',
  paid: 'Pagado',
  refunded: 'Reembolsado',
  yourOrder: 'Tu pedido',
  openBook: 'Abrir el libro',
  toBook: 'Ir al libro',
  testOrder:
    'Este correo trata de un pedido de prueba. {kind, select, refund {No se cobró ni se devolvió dinero real.} other {No se cobró dinero real.}}',
  access: {
    subject: '{kind, select, test {Tu pedido de prueba} other {Tu libro}}: {title}',
    preview:
      '{kind, select, test {{title} está abierto como prueba.} other {{title} es tuyo. Ábrelo en cualquier dispositivo, de por vida.}}',
    kicker: '{kind, select, test {Pedido de prueba} other {Tu libro}}',
    thanks:
      '{kind, select, test {El libro se abre solo como prueba y no se celebró ningún contrato.} other {Gracias. El libro es tuyo de por vida, en todos tus dispositivos.}}',
    personal:
      'Este enlace es personal. Guarda este correo y, si quieres recomendar el libro, comparte su página en lugar del enlace. En un navegador en el que hayas abierto el libro también puedes <pdf>descargar el PDF</pdf>. Sus páginas llevan tu código de pedido y parte de tu dirección de correo.',
    consent:
      'Antes de pagar, el {moment}, declaraste: «{text}» El libro se puso a tu disposición en cuanto se confirmó tu pago, así que el derecho de desistimiento ha terminado.',
    withdrawal:
      '{kind, select, sample {Puedes desistir de este contrato en un plazo de 14 días desde la compra, sin dar ningún motivo.} other {Puedes desistir de este contrato en un plazo de 14 días desde la compra, sin dar ningún motivo, y recuperar tu dinero.}} Para desistir, usa nuestro <withdraw>formulario de desistimiento</withdraw>.',
    lost: 'Si pierdes este correo, pide enlaces nuevos en <find>Encontrar mis libros</find>.',
  },
  refund: {
    subject:
      '{by, select, test {Se reembolsó tu pedido de prueba} sample {Se reembolsó tu pedido de ejemplo} cashapp {Enviamos tu reembolso} bank {Tu banco te reembolsa el pago} parts {Se reembolsó tu pago} other {Tu reembolso está en camino}}: {title}',
    title:
      '{by, select, test {Se reembolsó tu pedido de prueba} sample {Se reembolsó tu pedido de ejemplo} cashapp {Enviamos tu reembolso} bank {Tu banco te reembolsa el pago} parts {Se reembolsó tu pago} other {Tu reembolso está en camino}}',
    preview:
      '{by, select, test {No se cobró ni se devolvió dinero real.} sample {No se recibió ni se devolvió dinero.} other {Recuperarás {price} por {title}.}}',
    kicker: '{by, select, test {Pedido de prueba} sample {Pedido de ejemplo} bank {Disputa} other {Reembolso}}',
    test: 'El pago de prueba de este libro se reembolsó por completo.',
    sample: 'Este pedido de ejemplo se marcó como reembolsado. No se recibió dinero, así que no se devolvió nada.',
    card: 'Reembolsamos todo lo que pagaste por este libro con la misma forma de pago que usaste. Puede tardar unos días en aparecer en tu estado de cuenta.',
    cashapp: 'Reembolsamos por Cash App todo lo que pagaste por este libro.',
    bank: 'Disputaste este pago y tu banco te lo reembolsa. Tu banco puede decirte cuándo llegará el dinero.',
    parts:
      '{total, select, more {Tu banco reembolsó {banks} de tu pago y nosotros reembolsamos {ours}.} other {Tu banco reembolsó {banks} de tu pago y nosotros reembolsamos el resto, {ours}.}}',
    ended: 'Tu acceso al libro ha terminado.',
    orderEnded: 'Este pedido ya no te da acceso al libro.',
    kept: 'Todavía puedes leer el libro con tu pedido {code}.',
    freePreview: 'Todavía puedes leer la vista previa gratuita.',
  },
  revoked: {
    subject: '{ended, select, order {Tu pedido ya no da acceso} other {Tu acceso ha terminado}}: {title}',
    preview: '{ended, select, order {Tu pedido ya no da acceso a {title}.} other {Tu acceso a {title} ha terminado.}}',
    title: '{ended, select, order {Este pedido ya no da acceso al libro} other {Tu acceso a este libro ha terminado}}',
    text: '{kind, select, test {Una parte del pago de prueba de {title} se reembolsó o está en disputa} other {Una parte de tu pago de {title} se reembolsó o está retenida por tu banco}}, así que {ended, select, order {este pedido ya no te da acceso al libro} other {hemos retirado tu acceso al libro}}. Si crees que es un error, escribe a {supportEmail} con tu código de pedido.',
  },
  failed: {
    subject: 'Tu pago falló: {title}',
    preview: 'No se te cobró nada por {title}.',
    kicker: 'Pago',
    title: 'Tu pago falló',
    text: 'Tu banco rechazó el pago. No se te cobró nada y cerramos el pedido.',
    again: 'Puedes intentarlo de nuevo cuando quieras.',
  },
  claimReceived: {
    subject:
      '{kind, select, sample {Marcaste un pago de ejemplo como enviado} other {Estamos buscando tu pago}}: {title}',
    preview:
      '{kind, select, sample {No envíes dinero. El libro se abrirá si confirmamos el pedido.} other {Te enviaremos un enlace al libro en cuanto encontremos tu pago.}}',
    title: '{kind, select, sample {Marcaste un pago de ejemplo como enviado} other {Estamos buscando tu pago}}',
    sample:
      'Este correo trata de un pago de ejemplo. No envíes dinero, porque nadie lo recibe. No hay ningún recibo que enviar. Si confirmamos el pedido, el libro se abrirá en el navegador desde el que lo pediste y enviaremos su enlace a esta dirección.',
    text: 'Cash App no nos avisa, así que buscamos tu código de pedido entre los pagos recibidos. En cuanto se confirme tu pago, el libro se abrirá en el navegador desde el que lo pediste y enviaremos su enlace a esta dirección.',
    receipt:
      'Si todavía no lo hiciste, envía el recibo, el ID del libro {bookId} y el código de pedido {code} a {supportEmail}.',
  },
  claimDeclined: {
    subject: '{kind, select, sample {Cerramos tu pedido de ejemplo} other {No encontramos tu pago}}: {title}',
    preview:
      '{kind, select, sample {Este fue un pago de ejemplo.} other {Si pagaste, envíanos el recibo y el código de pedido.}}',
    title: '{kind, select, sample {Cerramos tu pedido de ejemplo} other {No encontramos tu pago}}',
    text: 'Buscamos un pago con tu código de pedido y no lo encontramos, así que cerramos el pedido. Si pagaste, envía el recibo y tu código de pedido a {supportEmail}. Recibirás el libro en cuanto encontremos tu pago.',
    sample:
      'Este correo trata de un pago de ejemplo. No se esperaba dinero y no hay ningún recibo que enviar. Cerramos el pedido.',
    reason: 'Motivo: {reason}',
  },
  addressChanged: {
    subject: 'Cambió la dirección de correo de tu pedido',
    preview: 'Los enlaces que enviamos a esta dirección ya no funcionan.',
    title: 'Cambió la dirección de correo de tu pedido',
    text: 'La dirección de correo de este pedido se cambió en el navegador con el que se compró el libro. Los enlaces que enviamos a esta dirección ya no funcionan.',
    notYou: 'Si compraste este libro y no cambiaste la dirección, escribe a {supportEmail} con el código de pedido.',
  },
  myBooks: {
    subject: '{count, plural, one {Tu libro} other {Tus # libros}}',
    preview:
      '{count, plural, one {El enlace abre tu libro en cualquier dispositivo.} other {Cada enlace abre su libro en cualquier dispositivo.}}',
    kicker: 'Encontrar mis libros',
    title: '{count, plural, one {Tu libro} other {Tus libros}}',
    reason:
      'Recibes este correo porque alguien solicitó los libros comprados con esta dirección. Si no fuiste tú, ignóralo. Si tienes preguntas, escribe a {supportEmail}.',
    text: '{count, plural, one {Este enlace es personal y abre el libro en cualquier dispositivo.} other {Cada enlace es personal y abre su libro en cualquier dispositivo.}} Los enlaces que recibiste antes siguen funcionando.',
    bookOfOrder: '{title}, {kind, select, test {pedido de prueba} other {pedido}} {code}',
  },
  withdrawal: {
    subject: 'Hemos recibido tu desistimiento',
    preview: 'Recibido el {moment}.',
    kicker: 'Desistimiento',
    title: 'Hemos recibido tu desistimiento',
    reason:
      'Recibes este correo porque el formulario de desistimiento de nuestro sitio se envió con esta dirección. Si no fuiste tú, escribe a {supportEmail}.',
    text: 'Recibimos el siguiente desistimiento en el momento indicado abajo.',
    declaration: '«Desisto del contrato indicado a continuación».',
    received: 'Recibido',
    name: 'Nombre',
    email: 'Correo electrónico',
    contract: 'Pedido (tal como lo escribiste)',
    matching: 'Pedido correspondiente',
    onlyOrder: 'Tu único pedido pagado con esta dirección de correo',
    otherOrder: 'Si te referías a otro pedido, envía su código a {supportEmail}.',
    refund:
      'Si se aplica el derecho de desistimiento, te reembolsaremos el pago en un plazo de 14 días, con la misma forma de pago que usaste, y tu acceso al libro terminará. Te escribiremos en cuanto esté hecho.',
    unmatchedRefund:
      'Todavía no hemos encontrado el pedido de este desistimiento. Si se te cobró y se aplica el derecho de desistimiento, te reembolsaremos en un plazo de 14 días lo que pagaste, con la misma forma de pago que usaste, y tu acceso al libro terminará. Te escribiremos en cuanto esté hecho.',
    otherRefund:
      'Si se te cobró ese otro pedido y se aplica el derecho de desistimiento, te reembolsaremos en un plazo de 14 días lo que pagaste, con la misma forma de pago que usaste, y tu acceso a su libro terminará. Te escribiremos en cuanto esté hecho.',
    onlyTestOrder:
      'El pedido {code} es un pedido de prueba: no se cobró dinero real ni se celebró ningún contrato, así que no hay ningún pago que reembolsar.',
    testRefund: 'Con este pedido de prueba no se celebró ningún contrato, así que no hay ningún pago que reembolsar.',
    onlySampleOrder:
      'El pedido {code} es un pedido de ejemplo: no se recibió dinero, así que no hay ningún pago que reembolsar.',
    sampleRefund: 'No se recibió dinero por este pedido de ejemplo, así que no hay ningún pago que reembolsar.',
  },
}
