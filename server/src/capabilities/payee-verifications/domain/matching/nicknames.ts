/**
 * First names, each with its short and pet forms. Forms of other languages are other names: Juan is not Johann. Words
 * are in the form of `readingsOf`; the first reading of letters that have two.
 */
const lines = `
adelheid heidi
alejandro alex jandro
aleksander alek olek
aleksandr sasha alex
alessandra sandra ale
alessandro sandro ale
alexander alex sascha xander alec lex
alexandra alex sandra sascha
alexandros alekos alex
alfred fred freddy
alfredo fredo
andreas andi andy
andrew andy drew
anna anni annie anja ania anka
anneliese liesl
antoine toine
anton toni
antonio toni tonio tonino
antonius ton toon
athanasios thanasis
barbara babsi basia barb
benjamin ben benni benny
bernadette berni
bernhard bernd berni
catherine cathy kate katie
charles charlie chuck
charlotte lotte charly
christian chris
christina tina chris
christine chris tine
christoph chris
christopher chris kit
concepcion concha conchita
cornelia conny
cornelis cees kees cor
cristina cris
daniel dan danny dani
david dave
deborah debbie
dimitrios dimitris mitsos
dolores lola
dominik domi nik
dorothea dora thea
eduard edi eddy
eduardo edu lalo
edward ed eddie ted
eleftherios lefteris
eleonora nora
eleonore lore nora
elisabeth lisa sissi elli betty liesl lisbeth
elizabeth liz beth betty lisa lizzie
elzbieta ela
emanuel manu
emmanouil manolis
enrique quique
ernestine erni
evangelos vangelis
ferdinand ferdi
fernando nando
francesca franca cesca
francesco franco ciccio
francisca paca paqui
francisco paco pancho curro
franciszek franek
franz franzl
franziska franzi fanny
frederick fred freddie
frederik freek
friederike rike
friedrich fritz fred
gabriela gabi
gabriele gabi
georg schorsch
georgios giorgos yorgos
gerhard gerd gerry
gertraud traudl
gertrud trude gerti
giovanni gianni vanni
giuseppe beppe peppe pino
gregory greg
grzegorz grzesiek
guadalupe lupe
guillermo guille memo
gustav gustl
hannelore hanne lore
heinrich heinz heiner
helena lena leni hela
helene leni
hendrik henk rik
henry harry hank
herbert herb
hubert hubsi
ignacio nacho
ioannis giannis yiannis
ivan vanya
jacob jake
jacobus jaap koos cobus
jakob jackl
james jim jimmy
jennifer jenny jen
jerzy jurek
jesus chus suso
joachim jochen achim
johann hans hansi
johanna hanna hanni
johannes hannes hans jan jo
john johnny jack
jose pepe
josef sepp pepi
josefa pepa sefi
josefine fini josi
joseph joe jo
judith judy
katarzyna kasia
katharina kathi kati kaethe
katherine kate katie kathy

konstantin kosta
konstantinos kostas dinos
krzysztof krzysiek
leonhard leo
leonardo leo
lodewijk lode
lorenz lenz
ludwig lutz wiggerl
luigi gigi
magdalena magda leni lena
malgorzata gosia
manfred manni fred
manuel manolo manu
manuela manu
margaret maggie meg peggy
margarete gretel greta grete
margaretha greta griet
margarita rita marga
margherita rita
maria mia mitzi
martin tinus
massimiliano massimo max
mathias hias
matthew matt
matthias hias matze
matthijs thijs
maximilian max maxi
maximiliano max
mercedes merche
michael michi mike mick
michail michalis
miguel migue
mikhail misha
nicholas nick
nicolas nico
nikolaos nikos
nikolaus niko klaus niki
panagiotis panos takis
patricia patty pat
patrick pat paddy
peter pete
petronella nel
philipp phil
philip phil
pieter piet
rafael rafa
raymond ray
rebecca becky
ricardo richi
richard rick dick rich richi
robert bob rob bobby robbie bert
roberto berto
rosario charo
rudolf rudi rolf
salvatore turi toto
samuel sam sammy
sebastian basti wastl seb
siegfried sigi
sieglinde linde
sofia sofi
spyridon spyros
stanislaw staszek
stefan steff
stefanie steffi
stephan steff
stephanie steffi
stephen steve
steven steve
susanne susi sanne
teresa tere
theodor theo
theodoros thodoris
theresia resi
theresa tess resi
thomas tom tommy
timothy tim
tobias tobi
tomasz tomek
ulrich uli ueli
ulrike uli ulli rike
ursula uschi ursel
valentin vali
victor vic
viktor vic
vincent vince
vincenzo enzo
vladimir vova
walburga burgi
waltraud traudl
wilhelm willi willy helm
wilhelmina mina willemijn
wilhelmine minna
willem wim pim
william will bill billy
wolfgang wolf wolfi
xaver xaverl
zofia zosia
`;

const shortForms = new Map(
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', ...forms] = line.split(' ');
      return [name, new Set(forms)] as const;
    }),
);

/** Returns whether one first name is a short or pet form of the other. */
export function isNickname(one: string, other: string): boolean {
  return shortForms.get(one)?.has(other) === true || shortForms.get(other)?.has(one) === true;
}
