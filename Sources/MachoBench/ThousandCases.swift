import Foundation

/// An enum of a thousand cases, as a list of all that a large app does would be.
enum ThousandCases: Equatable {
  case rowTapped(id: UUID)
  case row0Changed(String), row0Loaded(count: Int), row0Response(Bool), list0ButtonTapped
  case list0Changed(String), list0Loaded(count: Int), list0Response(Bool), detail0ButtonTapped
  case detail0Changed(String), detail0Loaded(count: Int), detail0Response(Bool)
  case search0ButtonTapped, search0Changed(String), search0Loaded(count: Int)
  case search0Response(Bool), profile0ButtonTapped, profile0Changed(String)
  case profile0Loaded(count: Int), profile0Response(Bool), settings0ButtonTapped
  case settings0Changed(String), settings0Loaded(count: Int), settings0Response(Bool)
  case cart0ButtonTapped, cart0Changed(String), cart0Loaded(count: Int), cart0Response(Bool)
  case order0ButtonTapped, order0Changed(String), order0Loaded(count: Int), order0Response(Bool)
  case invoice0ButtonTapped, invoice0Changed(String), invoice0Loaded(count: Int)
  case invoice0Response(Bool), message0ButtonTapped, message0Changed(String)
  case message0Loaded(count: Int), message0Response(Bool), thread0ButtonTapped
  case thread0Changed(String), thread0Loaded(count: Int), thread0Response(Bool)
  case photo0ButtonTapped, photo0Changed(String), photo0Loaded(count: Int), photo0Response(Bool)
  case album0ButtonTapped, album0Changed(String), album0Loaded(count: Int), album0Response(Bool)
  case track0ButtonTapped, track0Changed(String), track0Loaded(count: Int), track0Response(Bool)
  case playlist0ButtonTapped, playlist0Changed(String), playlist0Loaded(count: Int)
  case playlist0Response(Bool), event0ButtonTapped, event0Changed(String)
  case event0Loaded(count: Int), event0Response(Bool), ticket0ButtonTapped
  case ticket0Changed(String), ticket0Loaded(count: Int), ticket0Response(Bool)
  case seat0ButtonTapped, seat0Changed(String), seat0Loaded(count: Int), seat0Response(Bool)
  case route0ButtonTapped, route0Changed(String), route0Loaded(count: Int), route0Response(Bool)
  case station0ButtonTapped, station0Changed(String), station0Loaded(count: Int)
  case station0Response(Bool), device0ButtonTapped, device0Changed(String)
  case device0Loaded(count: Int), device0Response(Bool), sensor0ButtonTapped
  case sensor0Changed(String), sensor0Loaded(count: Int), sensor0Response(Bool)
  case alert0ButtonTapped, alert0Changed(String), alert0Loaded(count: Int), alert0Response(Bool)
  case report0ButtonTapped, report0Changed(String), report0Loaded(count: Int)
  case report0Response(Bool), budget0ButtonTapped, budget0Changed(String)
  case budget0Loaded(count: Int), budget0Response(Bool), row1ButtonTapped, row1Changed(String)
  case row1Loaded(count: Int), row1Response(Bool), list1ButtonTapped, list1Changed(String)
  case list1Loaded(count: Int), list1Response(Bool), detail1ButtonTapped, detail1Changed(String)
  case detail1Loaded(count: Int), detail1Response(Bool), search1ButtonTapped
  case search1Changed(String), search1Loaded(count: Int), search1Response(Bool)
  case profile1ButtonTapped, profile1Changed(String), profile1Loaded(count: Int)
  case profile1Response(Bool), settings1ButtonTapped, settings1Changed(String)
  case settings1Loaded(count: Int), settings1Response(Bool), cart1ButtonTapped
  case cart1Changed(String), cart1Loaded(count: Int), cart1Response(Bool), order1ButtonTapped
  case order1Changed(String), order1Loaded(count: Int), order1Response(Bool)
  case invoice1ButtonTapped, invoice1Changed(String), invoice1Loaded(count: Int)
  case invoice1Response(Bool), message1ButtonTapped, message1Changed(String)
  case message1Loaded(count: Int), message1Response(Bool), thread1ButtonTapped
  case thread1Changed(String), thread1Loaded(count: Int), thread1Response(Bool)
  case photo1ButtonTapped, photo1Changed(String), photo1Loaded(count: Int), photo1Response(Bool)
  case album1ButtonTapped, album1Changed(String), album1Loaded(count: Int), album1Response(Bool)
  case track1ButtonTapped, track1Changed(String), track1Loaded(count: Int), track1Response(Bool)
  case playlist1ButtonTapped, playlist1Changed(String), playlist1Loaded(count: Int)
  case playlist1Response(Bool), event1ButtonTapped, event1Changed(String)
  case event1Loaded(count: Int), event1Response(Bool), ticket1ButtonTapped
  case ticket1Changed(String), ticket1Loaded(count: Int), ticket1Response(Bool)
  case seat1ButtonTapped, seat1Changed(String), seat1Loaded(count: Int), seat1Response(Bool)
  case route1ButtonTapped, route1Changed(String), route1Loaded(count: Int), route1Response(Bool)
  case station1ButtonTapped, station1Changed(String), station1Loaded(count: Int)
  case station1Response(Bool), device1ButtonTapped, device1Changed(String)
  case device1Loaded(count: Int), device1Response(Bool), sensor1ButtonTapped
  case sensor1Changed(String), sensor1Loaded(count: Int), sensor1Response(Bool)
  case alert1ButtonTapped, alert1Changed(String), alert1Loaded(count: Int), alert1Response(Bool)
  case report1ButtonTapped, report1Changed(String), report1Loaded(count: Int)
  case report1Response(Bool), budget1ButtonTapped, budget1Changed(String)
  case budget1Loaded(count: Int), budget1Response(Bool), row2ButtonTapped, row2Changed(String)
  case row2Loaded(count: Int), row2Response(Bool), list2ButtonTapped, list2Changed(String)
  case list2Loaded(count: Int), list2Response(Bool), detail2ButtonTapped, detail2Changed(String)
  case detail2Loaded(count: Int), detail2Response(Bool), search2ButtonTapped
  case search2Changed(String), search2Loaded(count: Int), search2Response(Bool)
  case profile2ButtonTapped, profile2Changed(String), profile2Loaded(count: Int)
  case profile2Response(Bool), settings2ButtonTapped, settings2Changed(String)
  case settings2Loaded(count: Int), settings2Response(Bool), cart2ButtonTapped
  case cart2Changed(String), cart2Loaded(count: Int), cart2Response(Bool), order2ButtonTapped
  case order2Changed(String), order2Loaded(count: Int), order2Response(Bool)
  case invoice2ButtonTapped, invoice2Changed(String), invoice2Loaded(count: Int)
  case invoice2Response(Bool), message2ButtonTapped, message2Changed(String)
  case message2Loaded(count: Int), message2Response(Bool), thread2ButtonTapped
  case thread2Changed(String), thread2Loaded(count: Int), thread2Response(Bool)
  case photo2ButtonTapped, photo2Changed(String), photo2Loaded(count: Int), photo2Response(Bool)
  case album2ButtonTapped, album2Changed(String), album2Loaded(count: Int), album2Response(Bool)
  case track2ButtonTapped, track2Changed(String), track2Loaded(count: Int), track2Response(Bool)
  case playlist2ButtonTapped, playlist2Changed(String), playlist2Loaded(count: Int)
  case playlist2Response(Bool), event2ButtonTapped, event2Changed(String)
  case event2Loaded(count: Int), event2Response(Bool), ticket2ButtonTapped
  case ticket2Changed(String), ticket2Loaded(count: Int), ticket2Response(Bool)
  case seat2ButtonTapped, seat2Changed(String), seat2Loaded(count: Int), seat2Response(Bool)
  case route2ButtonTapped, route2Changed(String), route2Loaded(count: Int), route2Response(Bool)
  case station2ButtonTapped, station2Changed(String), station2Loaded(count: Int)
  case station2Response(Bool), device2ButtonTapped, device2Changed(String)
  case device2Loaded(count: Int), device2Response(Bool), sensor2ButtonTapped
  case sensor2Changed(String), sensor2Loaded(count: Int), sensor2Response(Bool)
  case alert2ButtonTapped, alert2Changed(String), alert2Loaded(count: Int), alert2Response(Bool)
  case report2ButtonTapped, report2Changed(String), report2Loaded(count: Int)
  case report2Response(Bool), budget2ButtonTapped, budget2Changed(String)
  case budget2Loaded(count: Int), budget2Response(Bool), row3ButtonTapped, row3Changed(String)
  case row3Loaded(count: Int), row3Response(Bool), list3ButtonTapped, list3Changed(String)
  case list3Loaded(count: Int), list3Response(Bool), detail3ButtonTapped, detail3Changed(String)
  case detail3Loaded(count: Int), detail3Response(Bool), search3ButtonTapped
  case search3Changed(String), search3Loaded(count: Int), search3Response(Bool)
  case profile3ButtonTapped, profile3Changed(String), profile3Loaded(count: Int)
  case profile3Response(Bool), settings3ButtonTapped, settings3Changed(String)
  case settings3Loaded(count: Int), settings3Response(Bool), cart3ButtonTapped
  case cart3Changed(String), cart3Loaded(count: Int), cart3Response(Bool), order3ButtonTapped
  case order3Changed(String), order3Loaded(count: Int), order3Response(Bool)
  case invoice3ButtonTapped, invoice3Changed(String), invoice3Loaded(count: Int)
  case invoice3Response(Bool), message3ButtonTapped, message3Changed(String)
  case message3Loaded(count: Int), message3Response(Bool), thread3ButtonTapped
  case thread3Changed(String), thread3Loaded(count: Int), thread3Response(Bool)
  case photo3ButtonTapped, photo3Changed(String), photo3Loaded(count: Int), photo3Response(Bool)
  case album3ButtonTapped, album3Changed(String), album3Loaded(count: Int), album3Response(Bool)
  case track3ButtonTapped, track3Changed(String), track3Loaded(count: Int), track3Response(Bool)
  case playlist3ButtonTapped, playlist3Changed(String), playlist3Loaded(count: Int)
  case playlist3Response(Bool), event3ButtonTapped, event3Changed(String)
  case event3Loaded(count: Int), event3Response(Bool), ticket3ButtonTapped
  case ticket3Changed(String), ticket3Loaded(count: Int), ticket3Response(Bool)
  case seat3ButtonTapped, seat3Changed(String), seat3Loaded(count: Int), seat3Response(Bool)
  case route3ButtonTapped, route3Changed(String), route3Loaded(count: Int), route3Response(Bool)
  case station3ButtonTapped, station3Changed(String), station3Loaded(count: Int)
  case station3Response(Bool), device3ButtonTapped, device3Changed(String)
  case device3Loaded(count: Int), device3Response(Bool), sensor3ButtonTapped
  case sensor3Changed(String), sensor3Loaded(count: Int), sensor3Response(Bool)
  case alert3ButtonTapped, alert3Changed(String), alert3Loaded(count: Int), alert3Response(Bool)
  case report3ButtonTapped, report3Changed(String), report3Loaded(count: Int)
  case report3Response(Bool), budget3ButtonTapped, budget3Changed(String)
  case budget3Loaded(count: Int), budget3Response(Bool), row4ButtonTapped, row4Changed(String)
  case row4Loaded(count: Int), row4Response(Bool), list4ButtonTapped, list4Changed(String)
  case list4Loaded(count: Int), list4Response(Bool), detail4ButtonTapped, detail4Changed(String)
  case detail4Loaded(count: Int), detail4Response(Bool), search4ButtonTapped
  case search4Changed(String), search4Loaded(count: Int), search4Response(Bool)
  case profile4ButtonTapped, profile4Changed(String), profile4Loaded(count: Int)
  case profile4Response(Bool), settings4ButtonTapped, settings4Changed(String)
  case settings4Loaded(count: Int), settings4Response(Bool), cart4ButtonTapped
  case cart4Changed(String), cart4Loaded(count: Int), cart4Response(Bool), order4ButtonTapped
  case order4Changed(String), order4Loaded(count: Int), order4Response(Bool)
  case invoice4ButtonTapped, invoice4Changed(String), invoice4Loaded(count: Int)
  case invoice4Response(Bool), message4ButtonTapped, message4Changed(String)
  case message4Loaded(count: Int), message4Response(Bool), thread4ButtonTapped
  case thread4Changed(String), thread4Loaded(count: Int), thread4Response(Bool)
  case photo4ButtonTapped, photo4Changed(String), photo4Loaded(count: Int), photo4Response(Bool)
  case album4ButtonTapped, album4Changed(String), album4Loaded(count: Int), album4Response(Bool)
  case track4ButtonTapped, track4Changed(String), track4Loaded(count: Int), track4Response(Bool)
  case playlist4ButtonTapped, playlist4Changed(String), playlist4Loaded(count: Int)
  case playlist4Response(Bool), event4ButtonTapped, event4Changed(String)
  case event4Loaded(count: Int), event4Response(Bool), ticket4ButtonTapped
  case ticket4Changed(String), ticket4Loaded(count: Int), ticket4Response(Bool)
  case seat4ButtonTapped, seat4Changed(String), seat4Loaded(count: Int), seat4Response(Bool)
  case route4ButtonTapped, route4Changed(String), route4Loaded(count: Int), route4Response(Bool)
  case station4ButtonTapped, station4Changed(String), station4Loaded(count: Int)
  case station4Response(Bool), device4ButtonTapped, device4Changed(String)
  case device4Loaded(count: Int), device4Response(Bool), sensor4ButtonTapped
  case sensor4Changed(String), sensor4Loaded(count: Int), sensor4Response(Bool)
  case alert4ButtonTapped, alert4Changed(String), alert4Loaded(count: Int), alert4Response(Bool)
  case report4ButtonTapped, report4Changed(String), report4Loaded(count: Int)
  case report4Response(Bool), budget4ButtonTapped, budget4Changed(String)
  case budget4Loaded(count: Int), budget4Response(Bool), row5ButtonTapped, row5Changed(String)
  case row5Loaded(count: Int), row5Response(Bool), list5ButtonTapped, list5Changed(String)
  case list5Loaded(count: Int), list5Response(Bool), detail5ButtonTapped, detail5Changed(String)
  case detail5Loaded(count: Int), detail5Response(Bool), search5ButtonTapped
  case search5Changed(String), search5Loaded(count: Int), search5Response(Bool)
  case profile5ButtonTapped, profile5Changed(String), profile5Loaded(count: Int)
  case profile5Response(Bool), settings5ButtonTapped, settings5Changed(String)
  case settings5Loaded(count: Int), settings5Response(Bool), cart5ButtonTapped
  case cart5Changed(String), cart5Loaded(count: Int), cart5Response(Bool), order5ButtonTapped
  case order5Changed(String), order5Loaded(count: Int), order5Response(Bool)
  case invoice5ButtonTapped, invoice5Changed(String), invoice5Loaded(count: Int)
  case invoice5Response(Bool), message5ButtonTapped, message5Changed(String)
  case message5Loaded(count: Int), message5Response(Bool), thread5ButtonTapped
  case thread5Changed(String), thread5Loaded(count: Int), thread5Response(Bool)
  case photo5ButtonTapped, photo5Changed(String), photo5Loaded(count: Int), photo5Response(Bool)
  case album5ButtonTapped, album5Changed(String), album5Loaded(count: Int), album5Response(Bool)
  case track5ButtonTapped, track5Changed(String), track5Loaded(count: Int), track5Response(Bool)
  case playlist5ButtonTapped, playlist5Changed(String), playlist5Loaded(count: Int)
  case playlist5Response(Bool), event5ButtonTapped, event5Changed(String)
  case event5Loaded(count: Int), event5Response(Bool), ticket5ButtonTapped
  case ticket5Changed(String), ticket5Loaded(count: Int), ticket5Response(Bool)
  case seat5ButtonTapped, seat5Changed(String), seat5Loaded(count: Int), seat5Response(Bool)
  case route5ButtonTapped, route5Changed(String), route5Loaded(count: Int), route5Response(Bool)
  case station5ButtonTapped, station5Changed(String), station5Loaded(count: Int)
  case station5Response(Bool), device5ButtonTapped, device5Changed(String)
  case device5Loaded(count: Int), device5Response(Bool), sensor5ButtonTapped
  case sensor5Changed(String), sensor5Loaded(count: Int), sensor5Response(Bool)
  case alert5ButtonTapped, alert5Changed(String), alert5Loaded(count: Int), alert5Response(Bool)
  case report5ButtonTapped, report5Changed(String), report5Loaded(count: Int)
  case report5Response(Bool), budget5ButtonTapped, budget5Changed(String)
  case budget5Loaded(count: Int), budget5Response(Bool), row6ButtonTapped, row6Changed(String)
  case row6Loaded(count: Int), row6Response(Bool), list6ButtonTapped, list6Changed(String)
  case list6Loaded(count: Int), list6Response(Bool), detail6ButtonTapped, detail6Changed(String)
  case detail6Loaded(count: Int), detail6Response(Bool), search6ButtonTapped
  case search6Changed(String), search6Loaded(count: Int), search6Response(Bool)
  case profile6ButtonTapped, profile6Changed(String), profile6Loaded(count: Int)
  case profile6Response(Bool), settings6ButtonTapped, settings6Changed(String)
  case settings6Loaded(count: Int), settings6Response(Bool), cart6ButtonTapped
  case cart6Changed(String), cart6Loaded(count: Int), cart6Response(Bool), order6ButtonTapped
  case order6Changed(String), order6Loaded(count: Int), order6Response(Bool)
  case invoice6ButtonTapped, invoice6Changed(String), invoice6Loaded(count: Int)
  case invoice6Response(Bool), message6ButtonTapped, message6Changed(String)
  case message6Loaded(count: Int), message6Response(Bool), thread6ButtonTapped
  case thread6Changed(String), thread6Loaded(count: Int), thread6Response(Bool)
  case photo6ButtonTapped, photo6Changed(String), photo6Loaded(count: Int), photo6Response(Bool)
  case album6ButtonTapped, album6Changed(String), album6Loaded(count: Int), album6Response(Bool)
  case track6ButtonTapped, track6Changed(String), track6Loaded(count: Int), track6Response(Bool)
  case playlist6ButtonTapped, playlist6Changed(String), playlist6Loaded(count: Int)
  case playlist6Response(Bool), event6ButtonTapped, event6Changed(String)
  case event6Loaded(count: Int), event6Response(Bool), ticket6ButtonTapped
  case ticket6Changed(String), ticket6Loaded(count: Int), ticket6Response(Bool)
  case seat6ButtonTapped, seat6Changed(String), seat6Loaded(count: Int), seat6Response(Bool)
  case route6ButtonTapped, route6Changed(String), route6Loaded(count: Int), route6Response(Bool)
  case station6ButtonTapped, station6Changed(String), station6Loaded(count: Int)
  case station6Response(Bool), device6ButtonTapped, device6Changed(String)
  case device6Loaded(count: Int), device6Response(Bool), sensor6ButtonTapped
  case sensor6Changed(String), sensor6Loaded(count: Int), sensor6Response(Bool)
  case alert6ButtonTapped, alert6Changed(String), alert6Loaded(count: Int), alert6Response(Bool)
  case report6ButtonTapped, report6Changed(String), report6Loaded(count: Int)
  case report6Response(Bool), budget6ButtonTapped, budget6Changed(String)
  case budget6Loaded(count: Int), budget6Response(Bool), row7ButtonTapped, row7Changed(String)
  case row7Loaded(count: Int), row7Response(Bool), list7ButtonTapped, list7Changed(String)
  case list7Loaded(count: Int), list7Response(Bool), detail7ButtonTapped, detail7Changed(String)
  case detail7Loaded(count: Int), detail7Response(Bool), search7ButtonTapped
  case search7Changed(String), search7Loaded(count: Int), search7Response(Bool)
  case profile7ButtonTapped, profile7Changed(String), profile7Loaded(count: Int)
  case profile7Response(Bool), settings7ButtonTapped, settings7Changed(String)
  case settings7Loaded(count: Int), settings7Response(Bool), cart7ButtonTapped
  case cart7Changed(String), cart7Loaded(count: Int), cart7Response(Bool), order7ButtonTapped
  case order7Changed(String), order7Loaded(count: Int), order7Response(Bool)
  case invoice7ButtonTapped, invoice7Changed(String), invoice7Loaded(count: Int)
  case invoice7Response(Bool), message7ButtonTapped, message7Changed(String)
  case message7Loaded(count: Int), message7Response(Bool), thread7ButtonTapped
  case thread7Changed(String), thread7Loaded(count: Int), thread7Response(Bool)
  case photo7ButtonTapped, photo7Changed(String), photo7Loaded(count: Int), photo7Response(Bool)
  case album7ButtonTapped, album7Changed(String), album7Loaded(count: Int), album7Response(Bool)
  case track7ButtonTapped, track7Changed(String), track7Loaded(count: Int), track7Response(Bool)
  case playlist7ButtonTapped, playlist7Changed(String), playlist7Loaded(count: Int)
  case playlist7Response(Bool), event7ButtonTapped, event7Changed(String)
  case event7Loaded(count: Int), event7Response(Bool), ticket7ButtonTapped
  case ticket7Changed(String), ticket7Loaded(count: Int), ticket7Response(Bool)
  case seat7ButtonTapped, seat7Changed(String), seat7Loaded(count: Int), seat7Response(Bool)
  case route7ButtonTapped, route7Changed(String), route7Loaded(count: Int), route7Response(Bool)
  case station7ButtonTapped, station7Changed(String), station7Loaded(count: Int)
  case station7Response(Bool), device7ButtonTapped, device7Changed(String)
  case device7Loaded(count: Int), device7Response(Bool), sensor7ButtonTapped
  case sensor7Changed(String), sensor7Loaded(count: Int), sensor7Response(Bool)
  case alert7ButtonTapped, alert7Changed(String), alert7Loaded(count: Int), alert7Response(Bool)
  case report7ButtonTapped, report7Changed(String), report7Loaded(count: Int)
  case report7Response(Bool), budget7ButtonTapped, budget7Changed(String)
  case budget7Loaded(count: Int), budget7Response(Bool), row8ButtonTapped, row8Changed(String)
  case row8Loaded(count: Int), row8Response(Bool), list8ButtonTapped, list8Changed(String)
  case list8Loaded(count: Int), list8Response(Bool), detail8ButtonTapped, detail8Changed(String)
  case detail8Loaded(count: Int), detail8Response(Bool), search8ButtonTapped
  case search8Changed(String), search8Loaded(count: Int), search8Response(Bool)
  case profile8ButtonTapped, profile8Changed(String), profile8Loaded(count: Int)
  case profile8Response(Bool), settings8ButtonTapped, settings8Changed(String)
  case settings8Loaded(count: Int), settings8Response(Bool), cart8ButtonTapped
  case cart8Changed(String), cart8Loaded(count: Int), cart8Response(Bool), order8ButtonTapped
  case order8Changed(String), order8Loaded(count: Int), order8Response(Bool)
  case invoice8ButtonTapped, invoice8Changed(String), invoice8Loaded(count: Int)
  case invoice8Response(Bool), message8ButtonTapped, message8Changed(String)
  case message8Loaded(count: Int), message8Response(Bool), thread8ButtonTapped
  case thread8Changed(String), thread8Loaded(count: Int), thread8Response(Bool)
  case photo8ButtonTapped, photo8Changed(String), photo8Loaded(count: Int), photo8Response(Bool)
  case album8ButtonTapped, album8Changed(String), album8Loaded(count: Int), album8Response(Bool)
  case track8ButtonTapped, track8Changed(String), track8Loaded(count: Int), track8Response(Bool)
  case playlist8ButtonTapped, playlist8Changed(String), playlist8Loaded(count: Int)
  case playlist8Response(Bool), event8ButtonTapped, event8Changed(String)
  case event8Loaded(count: Int), event8Response(Bool), ticket8ButtonTapped
  case ticket8Changed(String), ticket8Loaded(count: Int), ticket8Response(Bool)
  case seat8ButtonTapped, seat8Changed(String), seat8Loaded(count: Int), seat8Response(Bool)
  case route8ButtonTapped, route8Changed(String), route8Loaded(count: Int), route8Response(Bool)
  case station8ButtonTapped, station8Changed(String), station8Loaded(count: Int)
  case station8Response(Bool), device8ButtonTapped, device8Changed(String)
  case device8Loaded(count: Int), device8Response(Bool), sensor8ButtonTapped
  case sensor8Changed(String), sensor8Loaded(count: Int), sensor8Response(Bool)
  case alert8ButtonTapped, alert8Changed(String), alert8Loaded(count: Int), alert8Response(Bool)
  case report8ButtonTapped, report8Changed(String), report8Loaded(count: Int)
  case report8Response(Bool), budget8ButtonTapped, budget8Changed(String)
  case budget8Loaded(count: Int), budget8Response(Bool), row9ButtonTapped, row9Changed(String)
  case row9Loaded(count: Int), row9Response(Bool), list9ButtonTapped, list9Changed(String)
  case list9Loaded(count: Int), list9Response(Bool), detail9ButtonTapped, detail9Changed(String)
  case detail9Loaded(count: Int), detail9Response(Bool), search9ButtonTapped
  case search9Changed(String), search9Loaded(count: Int), search9Response(Bool)
  case profile9ButtonTapped, profile9Changed(String), profile9Loaded(count: Int)
  case profile9Response(Bool), settings9ButtonTapped, settings9Changed(String)
  case settings9Loaded(count: Int), settings9Response(Bool), cart9ButtonTapped
  case cart9Changed(String), cart9Loaded(count: Int), cart9Response(Bool), order9ButtonTapped
  case order9Changed(String), order9Loaded(count: Int), order9Response(Bool)
  case invoice9ButtonTapped, invoice9Changed(String), invoice9Loaded(count: Int)
  case invoice9Response(Bool), message9ButtonTapped, message9Changed(String)
  case message9Loaded(count: Int), message9Response(Bool), thread9ButtonTapped
  case thread9Changed(String), thread9Loaded(count: Int), thread9Response(Bool)
  case photo9ButtonTapped, photo9Changed(String), photo9Loaded(count: Int), photo9Response(Bool)
  case album9ButtonTapped, album9Changed(String), album9Loaded(count: Int), album9Response(Bool)
  case track9ButtonTapped, track9Changed(String), track9Loaded(count: Int), track9Response(Bool)
  case playlist9ButtonTapped, playlist9Changed(String), playlist9Loaded(count: Int)
  case playlist9Response(Bool), event9ButtonTapped, event9Changed(String)
  case event9Loaded(count: Int), event9Response(Bool), ticket9ButtonTapped
  case ticket9Changed(String), ticket9Loaded(count: Int), ticket9Response(Bool)
  case seat9ButtonTapped, seat9Changed(String), seat9Loaded(count: Int), seat9Response(Bool)
  case route9ButtonTapped, route9Changed(String), route9Loaded(count: Int), route9Response(Bool)
  case station9ButtonTapped, station9Changed(String), station9Loaded(count: Int)
  case station9Response(Bool), device9ButtonTapped, device9Changed(String)
  case device9Loaded(count: Int), device9Response(Bool), sensor9ButtonTapped
  case sensor9Changed(String), sensor9Loaded(count: Int), sensor9Response(Bool)
  case alert9ButtonTapped, alert9Changed(String), alert9Loaded(count: Int), alert9Response(Bool)
  case report9ButtonTapped, report9Changed(String), report9Loaded(count: Int)
  case report9Response(Bool), budget9ButtonTapped, budget9Changed(String)
  case budget9Loaded(count: Int), budget9Response(Bool)
}
