import Foundation

/// The common units with their names in Swift. They are objects, so their names cannot be found in them.
enum UnitNames {
  static var all: [(name: String, unit: Dimension)] {
    lengths + masses + volumes + areas + times + physics + storage
  }

  private static var lengths: [(name: String, unit: Dimension)] {
    [
      ("meters", UnitLength.meters), ("kilometers", UnitLength.kilometers),
      ("centimeters", UnitLength.centimeters), ("millimeters", UnitLength.millimeters),
      ("micrometers", UnitLength.micrometers), ("nanometers", UnitLength.nanometers),
      ("picometers", UnitLength.picometers), ("megameters", UnitLength.megameters),
      ("hectometers", UnitLength.hectometers), ("decameters", UnitLength.decameters),
      ("decimeters", UnitLength.decimeters), ("inches", UnitLength.inches),
      ("feet", UnitLength.feet), ("yards", UnitLength.yards), ("miles", UnitLength.miles),
      ("nauticalMiles", UnitLength.nauticalMiles),
      ("scandinavianMiles", UnitLength.scandinavianMiles), ("fathoms", UnitLength.fathoms),
      ("furlongs", UnitLength.furlongs), ("lightyears", UnitLength.lightyears),
      ("astronomicalUnits", UnitLength.astronomicalUnits), ("parsecs", UnitLength.parsecs),
    ]
  }

  private static var masses: [(name: String, unit: Dimension)] {
    [
      ("kilograms", UnitMass.kilograms), ("grams", UnitMass.grams),
      ("decigrams", UnitMass.decigrams), ("centigrams", UnitMass.centigrams),
      ("milligrams", UnitMass.milligrams), ("micrograms", UnitMass.micrograms),
      ("nanograms", UnitMass.nanograms), ("picograms", UnitMass.picograms),
      ("ounces", UnitMass.ounces), ("pounds", UnitMass.pounds), ("stones", UnitMass.stones),
      ("metricTons", UnitMass.metricTons), ("shortTons", UnitMass.shortTons),
      ("carats", UnitMass.carats), ("ouncesTroy", UnitMass.ouncesTroy), ("slugs", UnitMass.slugs),
    ]
  }

  private static var volumes: [(name: String, unit: Dimension)] {
    [
      ("liters", UnitVolume.liters), ("milliliters", UnitVolume.milliliters),
      ("deciliters", UnitVolume.deciliters), ("centiliters", UnitVolume.centiliters),
      ("kiloliters", UnitVolume.kiloliters), ("megaliters", UnitVolume.megaliters),
      ("cubicMeters", UnitVolume.cubicMeters), ("cubicKilometers", UnitVolume.cubicKilometers),
      ("cubicDecimeters", UnitVolume.cubicDecimeters),
      ("cubicCentimeters", UnitVolume.cubicCentimeters),
      ("cubicMillimeters", UnitVolume.cubicMillimeters), ("cubicInches", UnitVolume.cubicInches),
      ("cubicFeet", UnitVolume.cubicFeet), ("cubicYards", UnitVolume.cubicYards),
      ("cubicMiles", UnitVolume.cubicMiles), ("acreFeet", UnitVolume.acreFeet),
      ("bushels", UnitVolume.bushels), ("teaspoons", UnitVolume.teaspoons),
      ("tablespoons", UnitVolume.tablespoons), ("fluidOunces", UnitVolume.fluidOunces),
      ("cups", UnitVolume.cups), ("pints", UnitVolume.pints), ("quarts", UnitVolume.quarts),
      ("gallons", UnitVolume.gallons), ("imperialTeaspoons", UnitVolume.imperialTeaspoons),
      ("imperialTablespoons", UnitVolume.imperialTablespoons),
      ("imperialFluidOunces", UnitVolume.imperialFluidOunces),
      ("imperialPints", UnitVolume.imperialPints), ("imperialQuarts", UnitVolume.imperialQuarts),
      ("imperialGallons", UnitVolume.imperialGallons), ("metricCups", UnitVolume.metricCups),
    ]
  }

  private static var areas: [(name: String, unit: Dimension)] {
    [
      ("squareMeters", UnitArea.squareMeters), ("squareKilometers", UnitArea.squareKilometers),
      ("squareCentimeters", UnitArea.squareCentimeters),
      ("squareMillimeters", UnitArea.squareMillimeters),
      ("squareMicrometers", UnitArea.squareMicrometers),
      ("squareNanometers", UnitArea.squareNanometers),
      ("squareMegameters", UnitArea.squareMegameters), ("squareInches", UnitArea.squareInches),
      ("squareFeet", UnitArea.squareFeet), ("squareYards", UnitArea.squareYards),
      ("squareMiles", UnitArea.squareMiles), ("acres", UnitArea.acres), ("ares", UnitArea.ares),
      ("hectares", UnitArea.hectares),
    ]
  }

  private static var times: [(name: String, unit: Dimension)] {
    [
      ("seconds", UnitDuration.seconds), ("minutes", UnitDuration.minutes),
      ("hours", UnitDuration.hours), ("milliseconds", UnitDuration.milliseconds),
      ("microseconds", UnitDuration.microseconds), ("nanoseconds", UnitDuration.nanoseconds),
      ("picoseconds", UnitDuration.picoseconds), ("metersPerSecond", UnitSpeed.metersPerSecond),
      ("kilometersPerHour", UnitSpeed.kilometersPerHour), ("milesPerHour", UnitSpeed.milesPerHour),
      ("knots", UnitSpeed.knots), ("hertz", UnitFrequency.hertz),
      ("kilohertz", UnitFrequency.kilohertz), ("megahertz", UnitFrequency.megahertz),
      ("gigahertz", UnitFrequency.gigahertz), ("terahertz", UnitFrequency.terahertz),
      ("millihertz", UnitFrequency.millihertz), ("microhertz", UnitFrequency.microhertz),
      ("nanohertz", UnitFrequency.nanohertz),
    ]
  }

  private static var physics: [(name: String, unit: Dimension)] {
    [
      ("celsius", UnitTemperature.celsius), ("fahrenheit", UnitTemperature.fahrenheit),
      ("kelvin", UnitTemperature.kelvin), ("joules", UnitEnergy.joules),
      ("kilojoules", UnitEnergy.kilojoules), ("calories", UnitEnergy.calories),
      ("kilocalories", UnitEnergy.kilocalories), ("kilowattHours", UnitEnergy.kilowattHours),
      ("watts", UnitPower.watts), ("kilowatts", UnitPower.kilowatts),
      ("megawatts", UnitPower.megawatts), ("gigawatts", UnitPower.gigawatts),
      ("terawatts", UnitPower.terawatts), ("milliwatts", UnitPower.milliwatts),
      ("microwatts", UnitPower.microwatts), ("nanowatts", UnitPower.nanowatts),
      ("picowatts", UnitPower.picowatts), ("femtowatts", UnitPower.femtowatts),
      ("horsepower", UnitPower.horsepower), ("hectopascals", UnitPressure.hectopascals),
      ("kilopascals", UnitPressure.kilopascals), ("megapascals", UnitPressure.megapascals),
      ("gigapascals", UnitPressure.gigapascals),
      ("newtonsPerMetersSquared", UnitPressure.newtonsPerMetersSquared),
      ("bars", UnitPressure.bars), ("millibars", UnitPressure.millibars),
      ("millimetersOfMercury", UnitPressure.millimetersOfMercury),
      ("inchesOfMercury", UnitPressure.inchesOfMercury),
      ("poundsForcePerSquareInch", UnitPressure.poundsForcePerSquareInch),
      ("degrees", UnitAngle.degrees), ("radians", UnitAngle.radians),
      ("gradians", UnitAngle.gradians), ("revolutions", UnitAngle.revolutions),
      ("arcMinutes", UnitAngle.arcMinutes), ("arcSeconds", UnitAngle.arcSeconds),
    ]
  }

  private static var storage: [(name: String, unit: Dimension)] {
    [
      ("bytes", UnitInformationStorage.bytes), ("bits", UnitInformationStorage.bits),
      ("kilobytes", UnitInformationStorage.kilobytes),
      ("megabytes", UnitInformationStorage.megabytes),
      ("gigabytes", UnitInformationStorage.gigabytes),
      ("terabytes", UnitInformationStorage.terabytes),
      ("kibibytes", UnitInformationStorage.kibibytes),
      ("mebibytes", UnitInformationStorage.mebibytes),
      ("gibibytes", UnitInformationStorage.gibibytes),
      ("tebibytes", UnitInformationStorage.tebibytes),
      ("kilobits", UnitInformationStorage.kilobits), ("megabits", UnitInformationStorage.megabits),
      ("gigabits", UnitInformationStorage.gigabits),
    ]
  }
}
