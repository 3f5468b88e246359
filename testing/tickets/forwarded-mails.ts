import type { Ticket } from './ticket'

/** Mails with headers, quotations and markup, as mail programs copy them. */
export const FORWARDED_MAILS: readonly Ticket[] = [
  {
    what: 'a mail with all its headers',
    text: `Return-Path: <bounce+8a7f2c.3d91-support=console.example@mail-3.acme.example>
Received: from mail-3.acme.example (mail-3.acme.example [203.0.113.27])
        by mx.console.example (Postfix) with ESMTPS id 4F9xK21mZPz1
        for <support@console.example>; Tue,  3 Nov 2026 14:30:05 +0100 (CET)
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=acme.example; s=s1024;
        h=from:to:subject; bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
        b=AuUoFEfDxTDkHlLXSZEpZj79LICEps6eda7W3deTVFOk4yAUoqOB
Message-ID: <CAF8x2-7dK3m@mail.gmail.example>
In-Reply-To: <20261102.8831@console.example>
References: <20261102.8831@console.example> <20261101.1@console.example>
X-Mailer: Apple Mail (2.3774.400.31)
X-Spam-Score: -2.1
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="Apple-Mail=_8B1F2C3D-4E5F-6A7B"
Date: Tue, 3 Nov 2026 14:30:04 +0100
From: Jane Doe <jane.doe@acme.example>
To: support@console.example
Subject: Re: Re: sub_acme_trial was charged

Please refund sub_acme_trial.`,
    ids: ['sub_acme_trial'],
    also: ['jane.doe@acme.example', 'support@console.example'],
  },
  {
    what: 'an Outlook reply',
    text: `Hi Ben, see below, this is cus_4411 again.

From: Karen Smith-Jones <karen@initech.example>
Sent: Wednesday, November 4, 2026 9:12 AM
To: Support <support@console.example>
Cc: Peter Gibbons; Bill Lumbergh
Subject: RE: [EXTERNAL] Overcharge on invoice 1042 [Case #00123456]
Importance: High

Any update? It has been 48 hours.`,
    ids: ['cus_4411', '1042'],
    also: ['karen@initech.example', 'support@console.example', '00123456'],
  },
  {
    what: 'a Gmail thread',
    text: `Yes, that is the one: inv_9b2.

On Tue, Nov 3, 2026 at 2:30 PM Jane Doe <jane@acme.example> wrote:
> Hi,
> which invoice do you mean, 1042 or 1043?
>
> On Mon, Nov 2, 2026 at 9:05 AM <no-reply@console.example> wrote:
>> Your invoice for $1,200.50 is ready.
>> Do not reply to this e-mail.`,
    ids: ['inv_9b2', '1042', '1043'],
    also: ['jane@acme.example'],
  },
  {
    what: 'a German Outlook thread',
    text: `Hallo zusammen,

anbei nochmals die Beschwerde zu Rechnung 1042.

Mit freundlichen Grüßen
i. A. Hans-Peter Müller
Sachbearbeiter Debitoren

Globex GmbH & Co. KG · Friedrichstraße 123 · 10117 Berlin
Tel. +49 30 901820-42 · Fax -43 · Mobil 0171 2345678
Amtsgericht Berlin-Charlottenburg HRB 123456 B · USt-IdNr. DE123456789
Geschäftsführer: Dr. Eva Müller-Lüdenscheidt

Von: Anna Weiß <anna.weiss@kunde.example>
Gesendet: Dienstag, 3. November 2026 14:30
An: Support
Betreff: AW: Abo sub_kunde_7 gekündigt?

Wir haben am 31.10. fristgerecht gekündigt (3-Monats-Frist) und trotzdem wurden 1.200,50 € abgebucht.`,
    ids: ['1042', 'sub_kunde_7'],
    also: ['anna.weiss@kunde.example'],
  },
  {
    what: 'a French forwarded mail',
    text: `---------- Message transféré ---------
De : Chloé Lefèvre-Martin <chloe@exemple.example>
Envoyé : mardi 3 novembre 2026 à 14:30
À : support@console.example
Objet : Tr : facture n°1042

Bonjour, c'est-à-dire que nous avons été prélevés deux fois de 1 200,50 €. Y a-t-il une erreur ?

Cordialement,
Chloé Lefèvre-Martin
12 bis, rue de la Paix – 75002 Paris
Tél. 01.42.68.53.00 – SIRET 123 456 789 00012 – TVA FR12345678901`,
    ids: ['1042'],
    also: ['chloe@exemple.example', 'support@console.example'],
  },
  {
    what: 'a Spanish forwarded mail',
    text: `De: Lucía Pérez <lucia@cliente.example>
Enviado el: martes, 3 de noviembre de 2026 14:30
Para: soporte@console.example
Asunto: RV: suscripción sub_lucia_01

Buenos días, adjunto el correo de la cliente. Importe: 1.200,50 €.

Saludos cordiales,
Lucía Pérez Gómez
C/ Gran Vía, 28, 3.º B, 28013 Madrid
Tlf.: 912 345 678 / Móvil: 612 34 56 78`,
    ids: ['sub_lucia_01'],
    also: ['lucia@cliente.example', 'soporte@console.example'],
  },
  {
    what: 'the source of an HTML mail',
    text: `<html><head><meta charset="utf-8"><style>td{padding:12px;color:#1a2b3c}</style></head>
<body style="margin:0"><table width="600" cellpadding="0"><tr><td style="font-size:14px" class="mcnTextContent-2">
<p>Dear&nbsp;team,<br>please look at <b>sub_html_1</b> and <a href="https://console.example/invoices/inv_html_2" target="_blank">this invoice</a>. It&#39;s &euro;49.00.</p>
<img src="https://track.mail.example/open/8f7e6d5c4b3a2910.gif" width="1" height="1">
</td></tr></table></body></html>`,
    ids: ['sub_html_1', 'inv_html_2'],
    also: ['8f7e6d5c4b3a2910', '8f7e6d5c4b3a2910.gif'],
  },
  {
    what: 'a notification with tracking links',
    text: `[Acme] (BILL-4711) Customer globex-us can't download invoice

View issue: https://acme.atlassian.example/browse/BILL-4711?utm_source=mail-1&utm_campaign=notify_2026&focusedCommentId=10234
Reporter: Dana Scully · Priority: P2 · Created: 03/Nov/26 2:30 PM
You are receiving this because you are subscribed. Unsubscribe: https://click.mail.example/u/?qs=abc`,
    ids: ['globex-us', 'BILL-4711'],
    also: ['P2'],
  },
  {
    what: 'a mail in plain-text quotation with a signature delimiter',
    text: `> > Which customer is it?
> It is "Acme Inc", ID acme-inc.
> -- 
> Kim Jong-Su
> 5F, 12 Teheran-ro 4-gil, Gangnam-gu, Seoul 06134
> +82-2-555-0100

Ok, thanks. And the sub?`,
    ids: ['acme-inc', 'Acme Inc'],
  },
  {
    what: 'a bounce',
    text: `Your message to billing@umbrella.example couldn't be delivered.

Remote server returned '550 5.1.1 <billing@umbrella.example>: Recipient address rejected'
Original message: Invoice INV-2026-0099 is overdue
Diagnostic-Code: smtp; 550 5.1.1
Arrival-Date: Tue, 3 Nov 2026 13:30:05 -0000 (UTC)`,
    ids: ['INV-2026-0099'],
    also: ['billing@umbrella.example', '550'],
  },
  {
    what: 'an automatic reply',
    text: `Automatic reply: Invoice 1042

I am out of the office from 23/12/2026 to 02/01/2027 with limited access to e-mail. For urgent matters call +1-800-555-0199 or write to my co-worker at ar-team@initech.example.

Best,
Milton`,
    ids: ['1042'],
    also: ['ar-team@initech.example'],
  },
  {
    what: 'an Italian forwarded mail',
    text: `Inizio messaggio inoltrato:

Da: Giulia Bianchi <giulia@cliente.example>
Oggetto: Fattura n. 1042
Data: 3 novembre 2026 alle ore 14:30:05 CET
A: assistenza@console.example

Buongiorno, la fattura n. 1042 di € 1.200,50 non è corretta. L'abbonamento è sub_giulia.

Cordiali saluti,
Giulia Bianchi
Via Roma 12, 20121 Milano (MI)
P. IVA 01234567890 - Tel. 02 1234567`,
    ids: ['1042', 'sub_giulia'],
    also: ['giulia@cliente.example', 'assistenza@console.example'],
  },
]
