import Foundation

/// An enum of a thousand cases, as a large app might have.
enum ThousandCases: Equatable {
  case rowTapped(id: UUID)
  case row0Changed(String)
  case settings0Changed(String)
  case thread0Changed(String)
  case event0Changed(String)
  case device0Changed(String)
  case row1Changed(Bool)
  case settings1Changed(Bool)
  case thread1Changed(Bool)
  case event1Changed(Bool)
  case device1Changed(Bool)
  case row2Changed(count: Int)
  case settings2Changed(count: Int)
  case thread2Changed(count: Int)
  case event2Changed(count: Int)
  case device2Changed(count: Int)
  case row3Changed(String)
  case settings3Changed(String)
  case thread3Changed(String)
  case event3Changed(String)
  case device3Changed(String)
  case row4Changed(Bool)
  case settings4Changed(Bool)
  case thread4Changed(Bool)
  case event4Changed(Bool)
  case device4Changed(Bool)
  case row5Changed(count: Int)
  case settings5Changed(count: Int)
  case thread5Changed(count: Int)
  case event5Changed(count: Int)
  case device5Changed(count: Int)
  case row6Changed(String)
  case settings6Changed(String)
  case thread6Changed(String)
  case event6Changed(String)
  case device6Changed(String)
  case row7Changed(Bool)
  case settings7Changed(Bool)
  case thread7Changed(Bool)
  case event7Changed(Bool)
  case device7Changed(Bool)
  case row8Changed(count: Int)
  case settings8Changed(count: Int)
  case thread8Changed(count: Int)
  case event8Changed(count: Int)
  case device8Changed(count: Int)
  case row9Changed(String)
  case settings9Changed(String)
  case thread9Changed(String)
  case event9Changed(String)
  case device9Changed(String)
  case row0Appeared, row0Dismissed, list0ButtonTapped, list0Appeared, list0Dismissed
  case list0Changed, detail0ButtonTapped, detail0Appeared, detail0Dismissed, detail0Changed
  case search0ButtonTapped, search0Appeared, search0Dismissed, search0Changed
  case profile0ButtonTapped, profile0Appeared, profile0Dismissed, profile0Changed
  case settings0ButtonTapped, settings0Appeared, settings0Dismissed, cart0ButtonTapped
  case cart0Appeared, cart0Dismissed, cart0Changed, order0ButtonTapped, order0Appeared
  case order0Dismissed, order0Changed, invoice0ButtonTapped, invoice0Appeared, invoice0Dismissed
  case invoice0Changed, message0ButtonTapped, message0Appeared, message0Dismissed
  case message0Changed, thread0ButtonTapped, thread0Appeared, thread0Dismissed
  case photo0ButtonTapped, photo0Appeared, photo0Dismissed, photo0Changed, album0ButtonTapped
  case album0Appeared, album0Dismissed, album0Changed, track0ButtonTapped, track0Appeared
  case track0Dismissed, track0Changed, playlist0ButtonTapped, playlist0Appeared
  case playlist0Dismissed, playlist0Changed, event0ButtonTapped, event0Appeared, event0Dismissed
  case ticket0ButtonTapped, ticket0Appeared, ticket0Dismissed, ticket0Changed, seat0ButtonTapped
  case seat0Appeared, seat0Dismissed, seat0Changed, route0ButtonTapped, route0Appeared
  case route0Dismissed, route0Changed, station0ButtonTapped, station0Appeared, station0Dismissed
  case station0Changed, device0ButtonTapped, device0Appeared, device0Dismissed
  case sensor0ButtonTapped, sensor0Appeared, sensor0Dismissed, sensor0Changed
  case alert0ButtonTapped, alert0Appeared, alert0Dismissed, alert0Changed, report0ButtonTapped
  case report0Appeared, report0Dismissed, report0Changed, budget0ButtonTapped, budget0Appeared
  case budget0Dismissed, budget0Changed, row1ButtonTapped, row1Appeared, row1Dismissed
  case list1ButtonTapped, list1Appeared, list1Dismissed, list1Changed, detail1ButtonTapped
  case detail1Appeared, detail1Dismissed, detail1Changed, search1ButtonTapped, search1Appeared
  case search1Dismissed, search1Changed, profile1ButtonTapped, profile1Appeared
  case profile1Dismissed, profile1Changed, settings1ButtonTapped, settings1Appeared
  case settings1Dismissed, cart1ButtonTapped, cart1Appeared, cart1Dismissed, cart1Changed
  case order1ButtonTapped, order1Appeared, order1Dismissed, order1Changed, invoice1ButtonTapped
  case invoice1Appeared, invoice1Dismissed, invoice1Changed, message1ButtonTapped
  case message1Appeared, message1Dismissed, message1Changed, thread1ButtonTapped
  case thread1Appeared, thread1Dismissed, photo1ButtonTapped, photo1Appeared, photo1Dismissed
  case photo1Changed, album1ButtonTapped, album1Appeared, album1Dismissed, album1Changed
  case track1ButtonTapped, track1Appeared, track1Dismissed, track1Changed, playlist1ButtonTapped
  case playlist1Appeared, playlist1Dismissed, playlist1Changed, event1ButtonTapped
  case event1Appeared, event1Dismissed, ticket1ButtonTapped, ticket1Appeared, ticket1Dismissed
  case ticket1Changed, seat1ButtonTapped, seat1Appeared, seat1Dismissed, seat1Changed
  case route1ButtonTapped, route1Appeared, route1Dismissed, route1Changed, station1ButtonTapped
  case station1Appeared, station1Dismissed, station1Changed, device1ButtonTapped
  case device1Appeared, device1Dismissed, sensor1ButtonTapped, sensor1Appeared, sensor1Dismissed
  case sensor1Changed, alert1ButtonTapped, alert1Appeared, alert1Dismissed, alert1Changed
  case report1ButtonTapped, report1Appeared, report1Dismissed, report1Changed
  case budget1ButtonTapped, budget1Appeared, budget1Dismissed, budget1Changed, row2ButtonTapped
  case row2Appeared, row2Dismissed, list2ButtonTapped, list2Appeared, list2Dismissed
  case list2Changed, detail2ButtonTapped, detail2Appeared, detail2Dismissed, detail2Changed
  case search2ButtonTapped, search2Appeared, search2Dismissed, search2Changed
  case profile2ButtonTapped, profile2Appeared, profile2Dismissed, profile2Changed
  case settings2ButtonTapped, settings2Appeared, settings2Dismissed, cart2ButtonTapped
  case cart2Appeared, cart2Dismissed, cart2Changed, order2ButtonTapped, order2Appeared
  case order2Dismissed, order2Changed, invoice2ButtonTapped, invoice2Appeared, invoice2Dismissed
  case invoice2Changed, message2ButtonTapped, message2Appeared, message2Dismissed
  case message2Changed, thread2ButtonTapped, thread2Appeared, thread2Dismissed
  case photo2ButtonTapped, photo2Appeared, photo2Dismissed, photo2Changed, album2ButtonTapped
  case album2Appeared, album2Dismissed, album2Changed, track2ButtonTapped, track2Appeared
  case track2Dismissed, track2Changed, playlist2ButtonTapped, playlist2Appeared
  case playlist2Dismissed, playlist2Changed, event2ButtonTapped, event2Appeared, event2Dismissed
  case ticket2ButtonTapped, ticket2Appeared, ticket2Dismissed, ticket2Changed, seat2ButtonTapped
  case seat2Appeared, seat2Dismissed, seat2Changed, route2ButtonTapped, route2Appeared
  case route2Dismissed, route2Changed, station2ButtonTapped, station2Appeared, station2Dismissed
  case station2Changed, device2ButtonTapped, device2Appeared, device2Dismissed
  case sensor2ButtonTapped, sensor2Appeared, sensor2Dismissed, sensor2Changed
  case alert2ButtonTapped, alert2Appeared, alert2Dismissed, alert2Changed, report2ButtonTapped
  case report2Appeared, report2Dismissed, report2Changed, budget2ButtonTapped, budget2Appeared
  case budget2Dismissed, budget2Changed, row3ButtonTapped, row3Appeared, row3Dismissed
  case list3ButtonTapped, list3Appeared, list3Dismissed, list3Changed, detail3ButtonTapped
  case detail3Appeared, detail3Dismissed, detail3Changed, search3ButtonTapped, search3Appeared
  case search3Dismissed, search3Changed, profile3ButtonTapped, profile3Appeared
  case profile3Dismissed, profile3Changed, settings3ButtonTapped, settings3Appeared
  case settings3Dismissed, cart3ButtonTapped, cart3Appeared, cart3Dismissed, cart3Changed
  case order3ButtonTapped, order3Appeared, order3Dismissed, order3Changed, invoice3ButtonTapped
  case invoice3Appeared, invoice3Dismissed, invoice3Changed, message3ButtonTapped
  case message3Appeared, message3Dismissed, message3Changed, thread3ButtonTapped
  case thread3Appeared, thread3Dismissed, photo3ButtonTapped, photo3Appeared, photo3Dismissed
  case photo3Changed, album3ButtonTapped, album3Appeared, album3Dismissed, album3Changed
  case track3ButtonTapped, track3Appeared, track3Dismissed, track3Changed, playlist3ButtonTapped
  case playlist3Appeared, playlist3Dismissed, playlist3Changed, event3ButtonTapped
  case event3Appeared, event3Dismissed, ticket3ButtonTapped, ticket3Appeared, ticket3Dismissed
  case ticket3Changed, seat3ButtonTapped, seat3Appeared, seat3Dismissed, seat3Changed
  case route3ButtonTapped, route3Appeared, route3Dismissed, route3Changed, station3ButtonTapped
  case station3Appeared, station3Dismissed, station3Changed, device3ButtonTapped
  case device3Appeared, device3Dismissed, sensor3ButtonTapped, sensor3Appeared, sensor3Dismissed
  case sensor3Changed, alert3ButtonTapped, alert3Appeared, alert3Dismissed, alert3Changed
  case report3ButtonTapped, report3Appeared, report3Dismissed, report3Changed
  case budget3ButtonTapped, budget3Appeared, budget3Dismissed, budget3Changed, row4ButtonTapped
  case row4Appeared, row4Dismissed, list4ButtonTapped, list4Appeared, list4Dismissed
  case list4Changed, detail4ButtonTapped, detail4Appeared, detail4Dismissed, detail4Changed
  case search4ButtonTapped, search4Appeared, search4Dismissed, search4Changed
  case profile4ButtonTapped, profile4Appeared, profile4Dismissed, profile4Changed
  case settings4ButtonTapped, settings4Appeared, settings4Dismissed, cart4ButtonTapped
  case cart4Appeared, cart4Dismissed, cart4Changed, order4ButtonTapped, order4Appeared
  case order4Dismissed, order4Changed, invoice4ButtonTapped, invoice4Appeared, invoice4Dismissed
  case invoice4Changed, message4ButtonTapped, message4Appeared, message4Dismissed
  case message4Changed, thread4ButtonTapped, thread4Appeared, thread4Dismissed
  case photo4ButtonTapped, photo4Appeared, photo4Dismissed, photo4Changed, album4ButtonTapped
  case album4Appeared, album4Dismissed, album4Changed, track4ButtonTapped, track4Appeared
  case track4Dismissed, track4Changed, playlist4ButtonTapped, playlist4Appeared
  case playlist4Dismissed, playlist4Changed, event4ButtonTapped, event4Appeared, event4Dismissed
  case ticket4ButtonTapped, ticket4Appeared, ticket4Dismissed, ticket4Changed, seat4ButtonTapped
  case seat4Appeared, seat4Dismissed, seat4Changed, route4ButtonTapped, route4Appeared
  case route4Dismissed, route4Changed, station4ButtonTapped, station4Appeared, station4Dismissed
  case station4Changed, device4ButtonTapped, device4Appeared, device4Dismissed
  case sensor4ButtonTapped, sensor4Appeared, sensor4Dismissed, sensor4Changed
  case alert4ButtonTapped, alert4Appeared, alert4Dismissed, alert4Changed, report4ButtonTapped
  case report4Appeared, report4Dismissed, report4Changed, budget4ButtonTapped, budget4Appeared
  case budget4Dismissed, budget4Changed, row5ButtonTapped, row5Appeared, row5Dismissed
  case list5ButtonTapped, list5Appeared, list5Dismissed, list5Changed, detail5ButtonTapped
  case detail5Appeared, detail5Dismissed, detail5Changed, search5ButtonTapped, search5Appeared
  case search5Dismissed, search5Changed, profile5ButtonTapped, profile5Appeared
  case profile5Dismissed, profile5Changed, settings5ButtonTapped, settings5Appeared
  case settings5Dismissed, cart5ButtonTapped, cart5Appeared, cart5Dismissed, cart5Changed
  case order5ButtonTapped, order5Appeared, order5Dismissed, order5Changed, invoice5ButtonTapped
  case invoice5Appeared, invoice5Dismissed, invoice5Changed, message5ButtonTapped
  case message5Appeared, message5Dismissed, message5Changed, thread5ButtonTapped
  case thread5Appeared, thread5Dismissed, photo5ButtonTapped, photo5Appeared, photo5Dismissed
  case photo5Changed, album5ButtonTapped, album5Appeared, album5Dismissed, album5Changed
  case track5ButtonTapped, track5Appeared, track5Dismissed, track5Changed, playlist5ButtonTapped
  case playlist5Appeared, playlist5Dismissed, playlist5Changed, event5ButtonTapped
  case event5Appeared, event5Dismissed, ticket5ButtonTapped, ticket5Appeared, ticket5Dismissed
  case ticket5Changed, seat5ButtonTapped, seat5Appeared, seat5Dismissed, seat5Changed
  case route5ButtonTapped, route5Appeared, route5Dismissed, route5Changed, station5ButtonTapped
  case station5Appeared, station5Dismissed, station5Changed, device5ButtonTapped
  case device5Appeared, device5Dismissed, sensor5ButtonTapped, sensor5Appeared, sensor5Dismissed
  case sensor5Changed, alert5ButtonTapped, alert5Appeared, alert5Dismissed, alert5Changed
  case report5ButtonTapped, report5Appeared, report5Dismissed, report5Changed
  case budget5ButtonTapped, budget5Appeared, budget5Dismissed, budget5Changed, row6ButtonTapped
  case row6Appeared, row6Dismissed, list6ButtonTapped, list6Appeared, list6Dismissed
  case list6Changed, detail6ButtonTapped, detail6Appeared, detail6Dismissed, detail6Changed
  case search6ButtonTapped, search6Appeared, search6Dismissed, search6Changed
  case profile6ButtonTapped, profile6Appeared, profile6Dismissed, profile6Changed
  case settings6ButtonTapped, settings6Appeared, settings6Dismissed, cart6ButtonTapped
  case cart6Appeared, cart6Dismissed, cart6Changed, order6ButtonTapped, order6Appeared
  case order6Dismissed, order6Changed, invoice6ButtonTapped, invoice6Appeared, invoice6Dismissed
  case invoice6Changed, message6ButtonTapped, message6Appeared, message6Dismissed
  case message6Changed, thread6ButtonTapped, thread6Appeared, thread6Dismissed
  case photo6ButtonTapped, photo6Appeared, photo6Dismissed, photo6Changed, album6ButtonTapped
  case album6Appeared, album6Dismissed, album6Changed, track6ButtonTapped, track6Appeared
  case track6Dismissed, track6Changed, playlist6ButtonTapped, playlist6Appeared
  case playlist6Dismissed, playlist6Changed, event6ButtonTapped, event6Appeared, event6Dismissed
  case ticket6ButtonTapped, ticket6Appeared, ticket6Dismissed, ticket6Changed, seat6ButtonTapped
  case seat6Appeared, seat6Dismissed, seat6Changed, route6ButtonTapped, route6Appeared
  case route6Dismissed, route6Changed, station6ButtonTapped, station6Appeared, station6Dismissed
  case station6Changed, device6ButtonTapped, device6Appeared, device6Dismissed
  case sensor6ButtonTapped, sensor6Appeared, sensor6Dismissed, sensor6Changed
  case alert6ButtonTapped, alert6Appeared, alert6Dismissed, alert6Changed, report6ButtonTapped
  case report6Appeared, report6Dismissed, report6Changed, budget6ButtonTapped, budget6Appeared
  case budget6Dismissed, budget6Changed, row7ButtonTapped, row7Appeared, row7Dismissed
  case list7ButtonTapped, list7Appeared, list7Dismissed, list7Changed, detail7ButtonTapped
  case detail7Appeared, detail7Dismissed, detail7Changed, search7ButtonTapped, search7Appeared
  case search7Dismissed, search7Changed, profile7ButtonTapped, profile7Appeared
  case profile7Dismissed, profile7Changed, settings7ButtonTapped, settings7Appeared
  case settings7Dismissed, cart7ButtonTapped, cart7Appeared, cart7Dismissed, cart7Changed
  case order7ButtonTapped, order7Appeared, order7Dismissed, order7Changed, invoice7ButtonTapped
  case invoice7Appeared, invoice7Dismissed, invoice7Changed, message7ButtonTapped
  case message7Appeared, message7Dismissed, message7Changed, thread7ButtonTapped
  case thread7Appeared, thread7Dismissed, photo7ButtonTapped, photo7Appeared, photo7Dismissed
  case photo7Changed, album7ButtonTapped, album7Appeared, album7Dismissed, album7Changed
  case track7ButtonTapped, track7Appeared, track7Dismissed, track7Changed, playlist7ButtonTapped
  case playlist7Appeared, playlist7Dismissed, playlist7Changed, event7ButtonTapped
  case event7Appeared, event7Dismissed, ticket7ButtonTapped, ticket7Appeared, ticket7Dismissed
  case ticket7Changed, seat7ButtonTapped, seat7Appeared, seat7Dismissed, seat7Changed
  case route7ButtonTapped, route7Appeared, route7Dismissed, route7Changed, station7ButtonTapped
  case station7Appeared, station7Dismissed, station7Changed, device7ButtonTapped
  case device7Appeared, device7Dismissed, sensor7ButtonTapped, sensor7Appeared, sensor7Dismissed
  case sensor7Changed, alert7ButtonTapped, alert7Appeared, alert7Dismissed, alert7Changed
  case report7ButtonTapped, report7Appeared, report7Dismissed, report7Changed
  case budget7ButtonTapped, budget7Appeared, budget7Dismissed, budget7Changed, row8ButtonTapped
  case row8Appeared, row8Dismissed, list8ButtonTapped, list8Appeared, list8Dismissed
  case list8Changed, detail8ButtonTapped, detail8Appeared, detail8Dismissed, detail8Changed
  case search8ButtonTapped, search8Appeared, search8Dismissed, search8Changed
  case profile8ButtonTapped, profile8Appeared, profile8Dismissed, profile8Changed
  case settings8ButtonTapped, settings8Appeared, settings8Dismissed, cart8ButtonTapped
  case cart8Appeared, cart8Dismissed, cart8Changed, order8ButtonTapped, order8Appeared
  case order8Dismissed, order8Changed, invoice8ButtonTapped, invoice8Appeared, invoice8Dismissed
  case invoice8Changed, message8ButtonTapped, message8Appeared, message8Dismissed
  case message8Changed, thread8ButtonTapped, thread8Appeared, thread8Dismissed
  case photo8ButtonTapped, photo8Appeared, photo8Dismissed, photo8Changed, album8ButtonTapped
  case album8Appeared, album8Dismissed, album8Changed, track8ButtonTapped, track8Appeared
  case track8Dismissed, track8Changed, playlist8ButtonTapped, playlist8Appeared
  case playlist8Dismissed, playlist8Changed, event8ButtonTapped, event8Appeared, event8Dismissed
  case ticket8ButtonTapped, ticket8Appeared, ticket8Dismissed, ticket8Changed, seat8ButtonTapped
  case seat8Appeared, seat8Dismissed, seat8Changed, route8ButtonTapped, route8Appeared
  case route8Dismissed, route8Changed, station8ButtonTapped, station8Appeared, station8Dismissed
  case station8Changed, device8ButtonTapped, device8Appeared, device8Dismissed
  case sensor8ButtonTapped, sensor8Appeared, sensor8Dismissed, sensor8Changed
  case alert8ButtonTapped, alert8Appeared, alert8Dismissed, alert8Changed, report8ButtonTapped
  case report8Appeared, report8Dismissed, report8Changed, budget8ButtonTapped, budget8Appeared
  case budget8Dismissed, budget8Changed, row9ButtonTapped, row9Appeared, row9Dismissed
  case list9ButtonTapped, list9Appeared, list9Dismissed, list9Changed, detail9ButtonTapped
  case detail9Appeared, detail9Dismissed, detail9Changed, search9ButtonTapped, search9Appeared
  case search9Dismissed, search9Changed, profile9ButtonTapped, profile9Appeared
  case profile9Dismissed, profile9Changed, settings9ButtonTapped, settings9Appeared
  case settings9Dismissed, cart9ButtonTapped, cart9Appeared, cart9Dismissed, cart9Changed
  case order9ButtonTapped, order9Appeared, order9Dismissed, order9Changed, invoice9ButtonTapped
  case invoice9Appeared, invoice9Dismissed, invoice9Changed, message9ButtonTapped
  case message9Appeared, message9Dismissed, message9Changed, thread9ButtonTapped
  case thread9Appeared, thread9Dismissed, photo9ButtonTapped, photo9Appeared, photo9Dismissed
  case photo9Changed, album9ButtonTapped, album9Appeared, album9Dismissed, album9Changed
  case track9ButtonTapped, track9Appeared, track9Dismissed, track9Changed, playlist9ButtonTapped
  case playlist9Appeared, playlist9Dismissed, playlist9Changed, event9ButtonTapped
  case event9Appeared, event9Dismissed, ticket9ButtonTapped, ticket9Appeared, ticket9Dismissed
  case ticket9Changed, seat9ButtonTapped, seat9Appeared, seat9Dismissed, seat9Changed
  case route9ButtonTapped, route9Appeared, route9Dismissed, route9Changed, station9ButtonTapped
  case station9Appeared, station9Dismissed, station9Changed, device9ButtonTapped
  case device9Appeared, device9Dismissed, sensor9ButtonTapped, sensor9Appeared, sensor9Dismissed
  case sensor9Changed, alert9ButtonTapped, alert9Appeared, alert9Dismissed, alert9Changed
  case report9ButtonTapped, report9Appeared, report9Dismissed, report9Changed
  case budget9ButtonTapped, budget9Appeared, budget9Dismissed, budget9Changed
}
